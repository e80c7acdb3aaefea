"""Reads a QR code drawn in half blocks on standard input, and prints its text."""

import re
import sys

import zxingcpp

PIXELS = 4
MODULES = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}

drawing = re.sub(r"\x1b\[[0-9;]*m", "", sys.stdin.buffer.read().decode())
rows = []
for line in drawing.split("\n"):
    for half in (0, 1):
        row = b"".join(bytes([MODULES[character][half]]) * PIXELS for character in line)
        rows += [row] * PIXELS
image = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows[0])))
for code in zxingcpp.read_barcodes(image, try_invert=False):
    sys.stdout.buffer.write(code.text.encode())
