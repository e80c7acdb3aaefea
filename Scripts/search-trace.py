#!/usr/bin/env python3
"""Looks in what tests have printed for every secret that they have used, and fails when it finds one.

    search-trace.py FOLDER [--at-least COUNT] [--json FILE]

The folder is what GATEHOUSE_TEST_TRACE named while the tests ran: records in *.jsonl (Sources/GatehouseTesting/Trace/TraceRecord.swift)
of what was printed and of what went over the wire, and everything else that was printed in *.log. A secret is found in any spelling: what
was printed is decoded in every way that the wire knows before it is searched.
"""

import argparse
import base64
import binascii
import collections
import functools
import html
import json
import pathlib
import re
import sys
import urllib.parse

# Whose values nobody may print: parameters, members of JSON, and fields of pages.
SECRET = re.compile(
    r"token|code|password|passwd|secret|verifier|nonce|^state$|assertion|mail|phone|^address$|^number$|user_?name|login_?name"
    r"|login_?hint|^login$|identifier|otp|^oob$|^pin|_pin|cookie|ticket|handle"
)
# Words that are in such a name, of what is no secret.
HARMLESS = re.compile(
    r"type|supported|endpoint|verified|expir|length|method|challenge|error|country|postal|policy|alg|count|lifetime|_uri$|zip|status"
    r"|resource|revealed|subject_"
)

# What a test makes up in words, or by repeating one; a password is a password all the same.
WORDS = re.compile(r"[a-z]+(?:[ -][a-z]+)?")

# Shorter ones may stand anywhere by chance.
SHORTEST = 6
# Those below this length are looked for as whole words only.
SHORT = 16

JWT = re.compile(r"^eyJ[\w-]+\.([\w-]+)\.([\w-]+)$")
# An asterisk stands for what is left out of an address.
WORD = re.compile(r"[\w*]")
MAILED_CODE = re.compile(r"(?<![\w-])(?:\d{6,10}|[A-Z]{4}-[A-Z]{4})(?![\w-])")
LINK = re.compile(r"https?://[^\s\"'<>]+")
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
TEXT = re.compile(rb"[ -~]{%d}" % SHORTEST)
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)")


class Secrets:
    """Every secret that was used, and what it is."""

    def __init__(self):
        self.names: dict[str, str] = {}

    def keep(self, secret: str, name: str) -> None:
        secret = secret.strip()
        if len(secret) < SHORTEST or "\n" in secret or secret in self.names or is_repetition(secret):
            return
        if len(secret) < SHORT and WORDS.fullmatch(secret) and "password" not in name:
            return
        self.names[secret] = name
        # What is in a token is as secret as the token: its claims and its signature.
        if parts := JWT.match(secret):
            for part in parts.groups():
                self.names.setdefault(part, f"part of {name}")
            self.keep_json(decoded(parts[1]) or "")

    def keep_member(self, name: str, value) -> None:
        name = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
        if isinstance(value, str) and SECRET.search(name) and not HARMLESS.search(name):
            self.keep(value, name)

    def keep_form(self, form: str) -> None:
        for name, value in urllib.parse.parse_qsl(form):
            self.keep_member(name, value)

    def keep_url(self, url: str) -> None:
        _, _, rest = url.partition("?" if "?" in url else "#")
        self.keep_form(rest.replace("#", "&").replace("?", "&"))

    def keep_json(self, text: str) -> None:
        try:
            values = [json.loads(text)]
        except (ValueError, RecursionError):
            return
        while values:
            value = values.pop()
            if isinstance(value, dict):
                for name, member in value.items():
                    self.keep_member(name, member)
                    values.append(member)
            elif isinstance(value, list):
                values += value

    def keep_field(self, name: str, value: str) -> None:
        if name == "authorization":
            scheme, _, credentials = value.partition(" ")
            if scheme.lower() == "basic":
                # It is found in base64 too.
                pair = decoded(credentials) or ""
                self.keep(urllib.parse.unquote_plus(pair.partition(":")[2]), "client_secret")
            else:
                self.keep(credentials, "authorization")
        elif name in ("cookie", "set-cookie"):
            cookies = value.split(";") if name == "cookie" else [value.partition(";")[0]]
            for cookie in cookies:
                self.keep(cookie.partition("=")[2], "cookie")
        elif name == "location":
            self.keep_url(value)

    def keep_record(self, record: dict) -> None:
        if secret := record.get("secret"):
            self.keep(secret, record["name"])
        for code in MAILED_CODE.findall(record.get("mail") or ""):
            self.keep(code, "mailed code")
        for link in LINK.findall(record.get("mail") or ""):
            self.keep_url(link)
        if target := record.get("target"):
            self.keep_url(target)
        for name, value in record.get("fields") or []:
            self.keep_field(name.lower(), value)
        body = record.get("body") or ""
        if body[:1] in ("{", "["):
            self.keep_json(body)
        elif "=" in body:
            self.keep_form(body)


def is_repetition(text: str) -> bool:
    """Whether it is a shorter text again and again, with a space between or without."""
    return any(whole in (whole + whole)[1:-1] for whole in (text, text + " "))


def decoded(text: str) -> str | None:
    """What stands in base64, of either alphabet and with or without its end; `None` where that is no text."""
    text = text.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        plain = base64.b64decode(text[: len(text) - (len(text) % 4 == 1)] + "=" * (-len(text) % 4))
    except binascii.Error:
        return None
    try:
        return plain.decode()
    except UnicodeDecodeError:
        return plain.decode(errors="replace") if TEXT.search(plain) else None


def unescaped(match: re.Match) -> str:
    return chr(int(match[1], 16)) if match[1] else {"n": "\n", "t": "\t", "r": "\r"}.get(match[2], match[2])


def readings(text: str) -> list[str]:
    """The text, and what it means to those who decode it, twice if need be."""
    found = {text: None}
    fresh = [text]
    for _ in range(2):
        further: dict[str, None] = {}
        for reading in fresh:
            if "%" in reading or "+" in reading:
                further[urllib.parse.unquote(reading)] = None
                further[urllib.parse.unquote_plus(reading)] = None
            if "\\" in reading:
                further[ESCAPE.sub(unescaped, reading)] = None
            if "&" in reading:
                further[html.unescape(reading)] = None
        fresh = [reading for reading in further if reading not in found]
        found |= dict.fromkeys(fresh)
    return list(found)


class Finder:
    """Finds secrets in texts by how they begin."""

    def __init__(self, secrets: dict[str, str]):
        self.secrets = secrets
        self.lengths: dict[str, set[int]] = collections.defaultdict(set)
        for secret in secrets:
            self.lengths[secret[:SHORTEST]].add(len(secret))
        self.in_base64 = functools.cache(self.in_base64)

    def find(self, line: str) -> set[str]:
        """Those that stand in a line, in whatever spelling."""
        found = set()
        for reading in readings(line):
            found |= self.as_it_stands(reading)
            for run in BASE64.findall(reading):
                found |= self.in_base64(run)
        return found

    def in_base64(self, run: str) -> set[str]:
        """Those that stand in a run of base64, wherever in it that begins."""
        plain = [text for start in range(4) if (text := decoded(run[start:]))]
        return {secret for text in plain for reading in readings(text) for secret in self.as_it_stands(reading)}

    def as_it_stands(self, text: str) -> set[str]:
        lengths = self.lengths
        found = set()
        for at in [at for at in range(len(text) - SHORTEST + 1) if text[at : at + SHORTEST] in lengths]:
            for length in lengths[text[at : at + SHORTEST]]:
                secret = text[at : at + length]
                if secret in self.secrets and (length >= SHORT or is_word(text, at, at + length)):
                    found.add(secret)
        return found


def is_word(text: str, start: int, end: int) -> bool:
    return not (start and WORD.match(text[start - 1]) or WORD.match(text[end : end + 1]))


# What Swift Testing prints of the arguments of a test.
ARGUMENTS = re.compile(r"\S Test case passing \d+ argument")
ARGUMENTS_OF_MANY_LINES = re.compile(r"^\S Test case passing \d+ argument[^\n]*(?:\n(?!\S Test )[^\n]*)*?(?<= started\.)$", re.M)


def on_one_line(match: re.Match) -> str:
    return match[0].replace("\n", " ")


def written_in_tests() -> str:
    """The sources of all tests."""
    tests = pathlib.Path(__file__).resolve().parent.parent / "Tests"
    return "\n".join(file.read_text(errors="replace") for file in sorted(tests.rglob("*.swift")))


def read(folder: pathlib.Path) -> tuple[Secrets, dict[tuple[str, str], None]]:
    """What was used, and what was printed: each line once, with where it was."""
    secrets = Secrets()
    printed: dict[tuple[str, str], None] = {}
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.open(errors="replace"):
            try:
                record = json.loads(line)
            except ValueError:
                # The process was killed while it wrote.
                printed[file.name, line] = None
                continue
            for part in (record.get("printed") or "").split("\n"):
                printed[record.get("source"), part] = None
            secrets.keep_record(record)
    for file in sorted(folder.glob("*.log")):
        for line in ARGUMENTS_OF_MANY_LINES.sub(on_one_line, file.read_text(errors="replace")).split("\n"):
            printed[file.stem, line] = None
    return secrets, {key: None for key in printed if key[1]}


def main() -> int:
    options = argparse.ArgumentParser(description="Looks for secrets in what tests have printed.")
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--at-least", type=int, default=1, metavar="COUNT", help="how many secrets there have to be")
    options.add_argument("--json", type=pathlib.Path, metavar="FILE", help="where to write what was found")
    options = options.parse_args()

    secrets, printed = read(options.folder)
    finder = Finder(secrets.names)
    sources = written_in_tests()
    leaks = {}
    for source, line in printed:
        for secret in finder.find(line):
            # A test's name says what it is about.
            if not (ARGUMENTS.match(line) and secret in sources):
                leaks.setdefault((source, line, secrets.names[secret]), secret)

    kinds = collections.Counter(secrets.names.values())
    places = collections.Counter(source for source, _ in printed)
    if options.json:
        found = [{"name": name, "source": source, "line": line} for source, line, name in leaks]
        options.json.write_text(json.dumps({"leaks": found, "secrets": kinds, "printed": places}))
    print(f"{len(secrets.names)} secrets: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common(8)) + ", …")
    print(f"{len(printed)} lines: " + ", ".join(f"{count} of {source}" for source, count in places.most_common()))
    if len(secrets.names) < options.at_least:
        print(f"There should be {options.at_least} secrets at least: the trace is not whole.", file=sys.stderr)
        return 1
    for (source, line, name), secret in list(leaks.items())[:20]:
        print(f"{source}: {name} {secret[:60]!r} in {line[:300]!r}", file=sys.stderr)
    print(f"{len(leaks)} leaks." if leaks else "None of them was printed.")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
