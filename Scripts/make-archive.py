#!/usr/bin/env python3
"""Makes the references of the Swift products from the built modules, and combines them: make-archive.py MODULES FOLDER

MODULES is the folder of the built modules, such as .build/debug/Modules. On Linux, check-apple.py must have run: it
writes the symbols of Apple's platforms. Warnings of docc are errors.
"""

import pathlib
import shutil
import sys
import tempfile

from documentation.products import PRODUCTS, ROOT, catalog
from swift_modules import extract_symbols, run

# Above every page; the guides are in the same site.
HEADER = """<style>
.site-header { padding: .5rem 1.375rem; border-bottom: 1px solid var(--color-grid); font-size: .875rem; }
.site-header a { margin-right: 1.25rem; color: var(--color-link); }
</style>
<nav class="site-header" aria-label="Site">
<a href="/index.html">Gatehouse</a><a href="/guides/index.html">Guides</a><a href="/reference/index.html">Reference</a>
</nav>
"""
APPLE_SYMBOLS = ROOT / ".build/apple/iOS/symbols"


def collect_symbols(product: str, modules: pathlib.Path, folder: pathlib.Path) -> None:
    """Writes the symbols of a product to a new folder, with those that only Apple's platforms have."""
    apple = APPLE_SYMBOLS / product
    # The facades have other identifiers there: as classes of Objective-C.
    if not apple.exists() or product == "Gatehouse":
        extract_symbols(product, modules, folder)
    if apple.exists():
        folder.mkdir(exist_ok=True)
        for file in apple.iterdir():
            shutil.copyfile(file, folder / f"apple-{file.name}")


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("Usage: make-archive.py MODULES FOLDER")
    modules, folder = map(pathlib.Path, sys.argv[1:])
    archives = []
    with tempfile.TemporaryDirectory() as temporary:
        for product in PRODUCTS:
            if not (ROOT / catalog(product)).exists():
                continue
            graphs = pathlib.Path(temporary) / product
            collect_symbols(product, modules, graphs)
            # docc copies the links in a catalog, which are relative.
            copy = pathlib.Path(temporary) / f"{product}.docc"
            shutil.copytree((ROOT / catalog(product)).parent, copy)
            (copy / "header.html").write_text(HEADER)
            archive = pathlib.Path(temporary) / f"{product}.doccarchive"
            run(
                "docc", "convert", copy, "--additional-symbol-graph-dir", graphs,
                "--fallback-display-name", product, "--fallback-bundle-identifier", product, "--warnings-as-errors",
                "--transform-for-static-hosting", "--experimental-enable-custom-templates", "--output-path", archive,
            )
            archives.append(archive)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        run("docc", "merge", *archives, "--synthesized-landing-page-name", "Gatehouse", "--output-path", folder)
    print(f"The references of {len(archives)} products are in {folder}.")


if __name__ == "__main__":
    main()
