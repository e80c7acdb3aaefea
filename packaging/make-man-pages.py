#!/usr/bin/env python3
"""Writes a manual page for each command, from the JSON of `gatehouse --experimental-dump-help` on standard input.

Usage: make-man-pages.py VERSION FOLDER
"""

import json
import pathlib
import sys


# Where the Debian package installs the guides.
GUIDES = "/usr/share/doc/gatehouse/docs"


def escape(text: str) -> str:
    """Returns the text for troff: without control lines, escapes and typographic hyphens."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\n", "\n.br\n")
    return "\n".join("\\&" + line if line[:1] in ("'", ".") and line != ".br" else line for line in text.split("\n"))


def signature(argument: dict) -> str:
    """Returns an argument as it is typed, in bold with its value in italics."""
    value = f"\\fI{escape(argument.get('valueName', 'value'))}\\fR"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(
        f"\\fB{escape(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR" for name in argument["names"]
    )
    return names if argument["kind"] == "flag" else f"{names} {value}"


def page(command: dict, path: list[str], version: str) -> str:
    name = "-".join(path)
    arguments = [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
    subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    lines = [
        f'.TH {name.upper()} 1 "" "Gatehouse {version}" "User Commands"',
        ".SH NAME",
        f"{escape(name)} \\- {escape(command.get('abstract', '').rstrip('.'))}",
        ".SH SYNOPSIS",
        f"\\fB{escape(' '.join(path))}\\fR"
        + (" \\fIcommand\\fR" if subcommands else "")
        + "".join(
            f" {signature(argument)}"
            for argument in arguments
            if not argument["isOptional"] and argument["kind"] != "flag"
        )
        + (" [\\fIoptions\\fR]" if arguments else ""),
    ]
    if discussion := command.get("discussion"):
        lines += [".SH DESCRIPTION", escape(discussion)]
    section = None
    for argument in arguments:
        title = argument.get("sectionTitle") or "Options"
        if title != section:
            lines.append(f'.SH "{title.upper()}"')
            section = title
        has_default = argument["kind"] == "option" and "defaultValue" in argument
        default = f" (default: {argument['defaultValue']})" if has_default else ""
        lines += [".TP", signature(argument), escape(argument.get("abstract", "") + default)]
    if subcommands:
        lines.append(".SH COMMANDS")
        for sub in subcommands:
            lines += [
                ".TP",
                f"\\fB{escape(name + '-' + sub['commandName'])}\\fR(1)",
                escape(sub.get("abstract", "")),
            ]
    lines.append(".SH SEE ALSO")
    if len(path) > 1:
        lines.append(f"\\fB{escape('-'.join(path[:-1]))}\\fR(1),")
    lines.append(f"\\fI{GUIDES}\\fR")
    return "\n".join(lines) + "\n"


def write(command: dict, parents: list[str], version: str, folder: pathlib.Path) -> None:
    path = [*parents, command["commandName"]]
    (folder / f"{'-'.join(path)}.1").write_text(page(command, path, version))
    for sub in command.get("subcommands", []):
        if sub["commandName"] != "help":
            write(sub, path, version, folder)


if __name__ == "__main__":
    write(json.load(sys.stdin)["command"], [], sys.argv[1], pathlib.Path(sys.argv[2]))
