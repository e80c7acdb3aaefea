"""The modules that `swift build` has made, as arguments of the compiler and its tools."""

import pathlib


def import_arguments(modules: pathlib.Path) -> list[str]:
    """Returns the options with which the built modules and the C modules of dependencies are found.

    `modules` is a folder such as `.build/debug/Modules`.
    """
    modules = modules.resolve()
    checkouts = modules.parents[2] / "checkouts"
    system = pathlib.Path(__file__).resolve().parent.parent / "Sources"
    maps = [*checkouts.glob("*/*/include/module.modulemap"), *checkouts.glob("*/Sources/*/include/module.modulemap")]
    found = ["-I", str(modules)]
    for file in sorted(maps):
        found += ["-I", str(file.parent)]
    # Maps of libraries of the system, and those that the package manager has written.
    for file in sorted([*system.glob("C*/module.modulemap"), *modules.parent.glob("*.build/module.modulemap")]):
        found += ["-Xcc", f"-fmodule-map-file={file}"]
    return found
