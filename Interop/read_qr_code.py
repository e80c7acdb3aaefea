"""Reads a QR code on standard input, drawn in half blocks or as SVG, and prints its text."""

import re
import sys
import xml.etree.ElementTree

import zxingcpp

PIXELS = 4
MODULES = {" ": (255, 255), "▀": (0, 255), "▄": (255, 0), "█": (0, 0)}
SVG = "{http://www.w3.org/2000/svg}"


def rows_of_terminal(drawing):
    """Returns the modules of half blocks, as rows of gray values."""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", drawing).split("\n")
    return [bytes(MODULES[character][half] for character in line) for line in lines for half in (0, 1)]


def rows_of_svg(drawing):
    """Returns the modules of an image whose only path consists of horizontal strokes, as rows of gray values."""
    image = xml.etree.ElementTree.fromstring(drawing)
    left, top, width, height = map(int, image.get("viewBox").split())
    background, path = image
    assert (left, top, background.tag, path.tag) == (0, 0, SVG + "rect", SVG + "path")
    assert (background.get("fill"), path.get("stroke")) == ("#fff", "#000")
    assert (background.get("width"), background.get("height")) == (str(width), str(height))
    rows = [bytearray([255] * width) for _ in range(height)]
    x = y = 0.0
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.get("d")):
        values = [float(number) for number in numbers.split()]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        elif command == "h":
            assert x == int(x) and y == int(y) + 0.5
            for column in range(int(x), int(x + values[0])):
                rows[int(y)][column] = 0
            x += values[0]
        else:
            raise ValueError(command)
    return rows


drawing = sys.stdin.buffer.read().decode()
modules = rows_of_svg(drawing) if drawing.startswith("<svg") else rows_of_terminal(drawing)
rows = []
for row in modules:
    rows += [b"".join(bytes([module]) * PIXELS for module in row)] * PIXELS
image = memoryview(b"".join(rows)).cast("B", (len(rows), len(rows[0])))
for code in zxingcpp.read_barcodes(image, try_invert=False):
    sys.stdout.buffer.write(code.text.encode())
