#!/usr/bin/env python3
"""Fails if a public symbol of a product has no documentation, its own or inherited: check-public-symbols.py MODULES

MODULES is the folder of the built modules, such as .build/debug/Modules.
"""

import json
import pathlib
import sys
import tempfile

from documentation.products import PRODUCTS
from swift_modules import extract_symbols


def undocumented(graph: dict) -> list[str]:
    """Returns the symbols of a symbol graph without documentation, except those that the compiler has made."""
    return [
        ".".join(symbol["pathComponents"])
        for symbol in graph["symbols"]
        if "docComment" not in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]
    ]


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit("Usage: check-public-symbols.py MODULES")
    modules = pathlib.Path(sys.argv[1])
    count, missing = 0, []
    with tempfile.TemporaryDirectory() as temporary:
        for product in [*PRODUCTS, "GatehouseWire"]:
            if not (modules / f"{product}.swiftmodule").exists():
                continue
            folder = pathlib.Path(temporary) / product
            extract_symbols(product, modules, folder)
            for file in folder.glob("*.json"):
                graph = json.loads(file.read_text())
                count += len(graph["symbols"])
                missing += [f"{product}: {name}" for name in undocumented(graph)]
    print("\n".join(missing), file=sys.stderr)
    print(f"{count} public symbols, {len(missing)} without documentation.")
    return 1 if missing or count < 2000 else 0


if __name__ == "__main__":
    sys.exit(main())
