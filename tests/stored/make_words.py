# mypy: ignore-errors
# It was run once, at commit 0a372d3, and speaks to the code of that commit: today's names of modules are not its own.
"""Makes `words.jsonl.xz`: all that both rulebooks said at 0a372d3 of the games that `make.py` had stored.

    cd ../old && PYTHONPATH=. .venv/bin/python ../umpire/tests/stored/make_words.py ../umpire/tests/stored

What is said is gathered by `spoken.py`, which is today's; modules that have moved since are put where it looks for them.
"""

import importlib
import importlib.util
import json
import lzma
import sys
import tempfile
import time
import types
from pathlib import Path

MOVED = {
    "engine.dice.keyed": "engine.dice",
    "engine.played.script": "engine.script",
    "engine.played.transcript": "engine.transcript",
    "engine.text.lines": "engine.words",
}

if __name__ == "__main__":
    target = Path(sys.argv[1])
    for name in ("engine.played", "engine.text"):
        sys.modules[name] = types.ModuleType(name)
    for now, then in MOVED.items():
        sys.modules[now] = importlib.import_module(then)
    from bot.serve import rulebooks

    spec = importlib.util.spec_from_file_location("spoken", target / "spoken.py")
    spoken = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(spoken)
    books = rulebooks(Path("seeds"))
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        path.write_bytes(lzma.decompress((target / "games.db.xz").read_bytes()))
        found = list(
            spoken.everything(
                path, Path("tests/play"), books.current, lambda *which: books.find(*which).rules
            )
        )
    text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found)
    (target / "words.jsonl.xz").write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(len(found), len(text), (target / "words.jsonl.xz").stat().st_size, time.process_time() - started)
