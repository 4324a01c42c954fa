"""`umpire play`: played examples, run or written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.game.rulebook_list import PACKS, all_rulebooks
from bot.offline.named_rulebook import Usage, named_rulebook
from engine.played.script import TranscriptError, read
from engine.played.transcript import run, write


def play(files: Sequence[Path], rewrite: bool) -> bool:
    """Run played examples; with `rewrite`, write what happens into them. True where all passed."""
    books = all_rulebooks(PACKS)
    failed = 0
    for file in files:
        try:
            transcript = read(file.read_text(encoding="utf-8"), str(file))
            rules = named_rulebook(transcript.rulebook, books)
            if rewrite:
                file.write_text(write(rules, transcript), encoding="utf-8")
                print(f"{file}: written")
                continue
            result = run(rules, transcript)
        except (OSError, TranscriptError) as error:
            raise Usage(str(error)) from error
        for mismatch in result.mismatches:
            print(mismatch)
        failed += bool(result.mismatches)
        print(f"{file}: {'FAILED' if result.mismatches else 'ok'} ({result.steps} steps)")
    passed = f"{len(files) - failed} passed, {failed} failed"
    print(f"{len(files)} written: read what came of them" if rewrite else passed)
    return not failed
