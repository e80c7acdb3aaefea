"""The modules that `swift build` has made, for the compiler and its tools."""

import pathlib
import platform
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def import_arguments(modules: pathlib.Path) -> list[str]:
    """Returns the options with which the built modules and the C modules of dependencies are found.

    `modules` is a folder such as `.build/debug/Modules`.
    """
    modules = modules.resolve()
    checkouts = modules.parents[2] / "checkouts"
    maps = [*checkouts.glob("*/*/include/module.modulemap"), *checkouts.glob("*/Sources/*/include/module.modulemap")]
    found = ["-I", str(modules)]
    for file in sorted(maps):
        found += ["-I", str(file.parent)]
    # Maps of libraries of the system, and those that the package manager has written.
    written = [*(ROOT / "Sources").glob("C*/module.modulemap"), *modules.parent.glob("*.build/module.modulemap")]
    for file in sorted(written):
        found += ["-Xcc", f"-fmodule-map-file={file}"]
    return found


def run(*command) -> None:
    """Runs a command, and ends the script with its output if it fails."""
    done = subprocess.run([*map(str, command)], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{command[0]} {command[1]} failed.")


def extract_symbols(module: str, modules: pathlib.Path, folder: pathlib.Path) -> None:
    """Writes the symbol graphs of a module's public symbols to a new folder."""
    folder.mkdir()
    run(
        "swift", "symbolgraph-extract", "-module-name", module, "-target", target(), *import_arguments(modules),
        "-minimum-access-level", "public", "-output-dir", folder,
        # The types that the SDK re-exports.
        "-experimental-allowed-reexported-modules=GatehouseWire",
    )


def target() -> str:
    """Returns the triple of this machine, for which the modules were built."""
    if platform.system() == "Darwin":
        return f"{platform.machine()}-apple-macosx14.0"
    return f"{platform.machine()}-unknown-linux-gnu"
