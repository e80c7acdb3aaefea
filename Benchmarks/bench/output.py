"""Output to the terminal."""

import os
import sys
import textwrap
import time

IS_TERMINAL = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
HAS_COLOUR = IS_TERMINAL and "NO_COLOR" not in os.environ
BEGAN = time.monotonic()


def paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if HAS_COLOUR else text


def bold(text: str) -> str:
    return paint(text, "1")


def red(text: str) -> str:
    return paint(text, "31")


def green(text: str) -> str:
    return paint(text, "32")


def yellow(text: str) -> str:
    return paint(text, "33")


def doing(what: str) -> None:
    """Shows progress until the next line; nothing without a terminal."""
    if IS_TERMINAL:
        minutes, seconds = divmod(int(time.monotonic() - BEGAN), 60)
        print(f"\r\x1b[K{paint(f'{minutes:2}:{seconds:02} {what}…', '2')}", end="", flush=True)


def line(text: str = "") -> None:
    print(("\r\x1b[K" if IS_TERMINAL else "") + text, flush=True)


def number(value: float) -> str:
    """Formats with three significant digits and thousands separators."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value >= 10 else f"{value:.2g}"


class Table:
    """A table that prints its rows at once, and can be written as Markdown."""

    def __init__(self, title: str, *columns: tuple[str, int], note: str = ""):
        self.title = title
        self.note = note
        self._columns = columns
        self._rows: list[list[str]] = []
        self._was_printed = False

    def add(self, *cells: str, is_bad: bool = False) -> None:
        if not self._was_printed:
            line()
            line(bold(self.title))
            line(self._format([name for name, _ in self._columns]))
            self._was_printed = True
        self._rows.append(list(cells))
        text = self._format(cells)
        line(red(text) if is_bad else text)

    def _format(self, cells) -> str:
        # A negative width aligns text left; numbers are aligned right.
        return "  ".join(f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}" for cell, (_, width) in zip(cells, self._columns)).rstrip()

    @property
    def markdown(self) -> str:
        if not self._rows:
            return ""
        lines = [f"### {self.title}", ""]
        if self.note:
            lines += [textwrap.fill(self.note, 120), ""]
        lines.append("| " + " | ".join(name for name, _ in self._columns) + " |")
        lines.append("|" + "|".join("---" if width < 0 else "---:" for _, width in self._columns) + "|")
        lines += ["| " + " | ".join(row) + " |" for row in self._rows]
        return "\n".join(lines) + "\n"
