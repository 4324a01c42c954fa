"""Places at which a bug can be planted in a file, and the file's code with one in it.

A line of Python is changed as a tired programmer would change it (`<` for `<=`, `and` for `or`, a number one off, a
call left out, a condition turned round). Texts are left alone: no test should know a sentence by heart.
"""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

SWAPPED: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


@dataclass(frozen=True)
class Mutant:
    """One planted bug: the `place`-th thing of a file that can be changed, on `line`, and what was done to it.

    `statement` is the line on which the statement around it begins; `in_function` whether it runs when a function is
    called, and not when the module is loaded.
    """

    file: str
    place: int
    line: int
    change: str
    statement: int = 0
    in_function: bool = False


class Planter(ast.NodeTransformer):
    """Walks over a module; changes its `wanted`-th place, or, without one, lists them all.

    Annotations, decorators, docstrings and other texts, imports and `raise` are no places.
    """

    def __init__(self, file: str, wanted: int | None = None) -> None:
        self.file, self.wanted = file, wanted
        self.found: list[Mutant] = []
        self._statements: list[int] = []
        self._functions = 0

    def hit(self, node: ast.AST, change: str) -> bool:
        """Notes a place; whether it is the one to change."""
        statement, line = self._statements[-1], getattr(node, "lineno", 0)
        mutant = Mutant(self.file, len(self.found), line, change, statement, self._functions > 0)
        self.found.append(mutant)
        return mutant.place == self.wanted

    def visit(self, node: ast.AST) -> Any:
        """A node, and in which statement it is."""
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        self._statements.append(node.lineno)
        changed = super().visit(node)
        self._statements.pop()
        return changed

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        """A function's body, without its decorators, annotations and docstring."""
        self._functions += 1
        node.body = [changed for statement in node.body for changed in as_list(self.visit(statement))]
        self._functions -= 1
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class's methods."""
        node.body = [changed for statement in node.body for changed in as_list(self.visit(statement))]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """The value, not the annotation."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        """Leaves out what is said of a bug; that it is raised is one of its condition's."""
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        """No place."""
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """No place."""
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """A call for its effect is left out; a text on its own is no place."""
        if isinstance(node.value, ast.Constant):
            return node
        if isinstance(node.value, ast.Call | ast.Await) and self.hit(node, f"left out: {ast.unparse(node)[:60]}"):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """The first comparison of a chain becomes its neighbour."""
        self.generic_visit(node)
        other = SWAPPED.get(type(node.ops[0]))
        if other is not None and self.hit(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.ops[0] = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`and` becomes `or`, and the other way round."""
        self.generic_visit(node)
        if self.hit(node, f"{ast.unparse(node)[:60]}: and/or"):
            node.op = SWAPPED[type(node.op)]()
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Plus becomes minus, times becomes a division; not where texts or types are put together."""
        self.generic_visit(node)
        other = SWAPPED.get(type(node.op))
        texts = any(
            isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
            for part in ast.walk(node)
        )
        if other is not None and not texts and self.hit(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not` is left out."""
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self.hit(node, f"{ast.unparse(node)[:60]}: without not"):
            return node.operand
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """A condition is turned round."""
        self.generic_visit(node)
        if self.hit(node, f"if not ({ast.unparse(node.test)[:60]})"):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """True becomes False, a number becomes one more."""
        if isinstance(node.value, bool) and self.hit(node, f"{node.value} turned round"):
            return ast.copy_location(ast.Constant(not node.value), node)
        if type(node.value) is int and self.hit(node, f"{node.value} + 1"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """Plants None in the place of what a function gives."""
        self.generic_visit(node)
        plain = node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None)
        if not plain and self.hit(node, "return None"):
            node.value = ast.copy_location(ast.Constant(None), node)
        return node

    def visit_Break(self, node: ast.Break) -> ast.AST:
        """`break` becomes `continue`."""
        return ast.copy_location(ast.Continue(), node) if self.hit(node, "break: continue") else node

    def visit_Continue(self, node: ast.Continue) -> ast.AST:
        """`continue` becomes `break`."""
        return ast.copy_location(ast.Break(), node) if self.hit(node, "continue: break") else node


def as_list(changed: Any) -> list[Any]:
    """Result of a visit, as statements."""
    return changed if isinstance(changed, list) else [changed]


UNHURT = -1
"""The place of a mutant without a bug, with which every test must pass."""


def places(file: Path) -> list[Mutant]:
    """Every place of a file where a bug can be planted."""
    planter = Planter(str(file))
    planter.visit(ast.parse(file.read_text()))
    return planter.found


def planted(mutant: Mutant) -> ast.Module:
    """The module of a file with the bug in it."""
    tree: ast.Module = Planter(mutant.file, mutant.place).visit(ast.parse(Path(mutant.file).read_text()))
    return ast.fix_missing_locations(tree)


class PlantingLoader(importlib.machinery.SourceFileLoader):
    """Loads a module with its planted bug."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(Path(mutant.file).absolute()))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The code with the bug, compiled anew."""
        return compile(planted(self.mutant), self.path, "exec")


class PlantingFinder(importlib.abc.MetaPathFinder):
    """Finds one module as a mutant, and no other; for a bug that is there only when the module is loaded."""

    def __init__(self, mutant: Mutant) -> None:
        parts = Path(mutant.file).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """The module with the bug, or nothing for every other."""
        if name != self.name:
            return None
        loader = PlantingLoader(name, self.mutant)
        return importlib.util.spec_from_file_location(name, loader.path, loader=loader)


def functions_in(code: CodeType) -> dict[tuple[str, int, int], CodeType]:
    """The code of every function in some code, by its name, its first line and its place among those on that line."""
    found: dict[tuple[str, int, int], CodeType] = {}
    seen: Counter[tuple[str, int]] = Counter()
    left = [code]
    for outer in left:
        for part in outer.co_consts:
            if isinstance(part, CodeType):
                key = part.co_qualname, part.co_firstlineno
                found[(*key, seen[key])] = part
                seen[key] += 1
                left.append(part)
    return found


def print_of(code: CodeType) -> tuple[Any, ...]:
    """Print that tells some code from other code, whether it has run or not: comparing it looks at what runs have
    noted.
    """
    parts = tuple(print_of(part) if isinstance(part, CodeType) else repr(part) for part in code.co_consts)
    return code.co_qualname, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, parts


def functions_of(paths: Collection[str]) -> dict[str, list[FunctionType]]:
    """The functions of some files as they are loaded in this process, by their file, however they were made."""
    gc.unfreeze()
    found: dict[str, list[FunctionType]] = {path: [] for path in paths}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in found:
            found[thing.__code__.co_filename].append(thing)
    gc.freeze()
    return found


def plant_in(functions: Sequence[FunctionType], mutant: Mutant) -> bool:
    """Puts the bug into the functions of its file; whether that was possible.

    It is not where the bug takes a variable of an outer function out of an inner one.
    """
    path = str(Path(mutant.file).absolute())
    whole = functions_in(compile(Path(path).read_text(), path, "exec"))
    hurt = functions_in(compile(planted(mutant), path, "exec"))
    both = [(print_of(code), hurt[key]) for key, code in whole.items() if key in hurt]
    changed = {before: after for before, after in both if before != print_of(after)}
    wanted = [(each, changed[before]) for each in functions if (before := print_of(each.__code__)) in changed]
    try:
        for function, code in wanted:
            function.__code__ = code
    except ValueError:
        return False
    return bool(wanted)
