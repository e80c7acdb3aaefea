#!/usr/bin/env python3
"""Searches the output of tests for the secrets that they used, and fails if it finds one.

    search-trace.py FOLDER [--at-least COUNT] [--json FILE]

FOLDER is that of GATEHOUSE_TEST_TRACE: *.jsonl contains output and requests of the tests (see
Sources/GatehouseTesting/Server/TestTrace.swift), *.log all other output. Output is decoded in every encoding of the
wire before it is searched.
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

# Names of parameters, JSON members and form fields with secret values.
SECRET = re.compile(
    r"token|code|password|passwd|secret|verifier|nonce|^state$|assertion|mail|phone|^address$|^number$|user_?name|login_?name"
    r"|login_?hint|^login$|^auth_session$|identifier|otp|^oob$|^pin|_pin|cookie|ticket|handle"
)
# Words that mark such a name as harmless.
HARMLESS = re.compile(
    r"type|supported|endpoint|verified|expir|length|method|challenge|error|country|postal|policy|alg|count|lifetime|_ur[il]$|zip|status"
    r"|resource|revealed|subject_"
)

# Test values made of words, which are not secret except for passwords.
WORDS = re.compile(r"[a-z]+(?:[ _-][a-z]+)?")

# Shorter secrets may appear by chance.
SHORTEST = 6
# Secrets below this length are searched as whole words.
SHORT = 16

JWT = re.compile(r"^eyJ[\w-]+\.([\w-]+)\.([\w-]+)$")
# An asterisk masks a part of an address.
WORD = re.compile(r"[\w*]")
MAILED_CODE = re.compile(r"(?<![\w-])(?:\d{6,10}|[A-Z]{4}-[A-Z]{4})(?![\w-])")
LINK = re.compile(r"https?://[^\s\"'<>]+")
BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}")
TEXT = re.compile(rb"[ -~]{%d}" % SHORTEST)
ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)")


class Secrets:
    """All secrets that were used, with their names."""

    def __init__(self):
        self.names: dict[str, str] = {}

    def keep(self, secret: str, name: str) -> None:
        secret = secret.strip()
        if len(secret) < SHORTEST or "\n" in secret or secret in self.names or is_repetition(secret):
            return
        # A masked address.
        if "**" in secret:
            return
        if len(secret) < SHORT and WORDS.fullmatch(secret) and "password" not in name:
            return
        self.names[secret] = name
        # Claims and signature of a token are as secret as the token.
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
                # The code of an error object of Entra is no secret, and neither is the state of an interaction.
                public = set()
                if "message" in value or "innerError" in value:
                    public.add("code")
                if "continuationToken" in value:
                    public.add("state")
                for name, member in value.items():
                    if name not in public:
                        self.keep_member(name, member)
                    values.append(member)
            elif isinstance(value, list):
                values += value

    def keep_field(self, name: str, value: str) -> None:
        if name == "authorization":
            scheme, _, credentials = value.partition(" ")
            if scheme.lower() == "basic":
                # Also found in base64.
                pair = decoded(credentials) or ""
                self.keep(urllib.parse.unquote_plus(pair.partition(":")[2]), "client_secret")
            else:
                self.keep(credentials, "authorization")
        elif name in ("cookie", "set-cookie"):
            cookies = value.split(";") if name == "cookie" else [value.partition(";")[0]]
            for cookie in cookies:
                name, _, value = cookie.partition("=")
                if not name.endswith("language"):
                    # Double quotes around the value are no part of it (RFC 6265 §4.1.1).
                    self.keep(value.strip('"'), "cookie")
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
    """Returns whether a text repeats a shorter one, with or without spaces."""
    return any(whole in (whole + whole)[1:-1] for whole in (text, text + " "))


def decoded(text: str) -> str | None:
    """Decodes base64 of either alphabet, with or without padding; `None` if the result is not text."""
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
    """Returns the text and its decodings, up to two levels."""
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
    """An index of secrets by prefix."""

    def __init__(self, secrets: dict[str, str]):
        self.secrets = secrets
        self.lengths: dict[str, set[int]] = collections.defaultdict(set)
        for secret in secrets:
            self.lengths[secret[:SHORTEST]].add(len(secret))
        self.in_base64 = functools.cache(self.in_base64)

    def find(self, line: str) -> set[str]:
        """Returns the secrets in a line, in any encoding."""
        found = set()
        for reading in readings(line):
            found |= self.as_it_stands(reading)
            for run in BASE64.findall(reading):
                found |= self.in_base64(run)
        return found

    def in_base64(self, run: str) -> set[str]:
        """Returns the secrets in base64 text, at any offset."""
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


# The form in which Swift Testing prints test arguments.
ARGUMENTS = re.compile(r"\S Test case passing \d+ argument")
ARGUMENTS_OF_MANY_LINES = re.compile(r"^\S Test case passing \d+ argument[^\n]*(?:\n(?!\S Test )[^\n]*)*?(?<= started\.)$", re.M)


def on_one_line(match: re.Match) -> str:
    return match[0].replace("\n", " ")


def written_in_tests() -> str:
    """Returns the sources of all tests."""
    tests = pathlib.Path(__file__).resolve().parent.parent / "Tests"
    return "\n".join(file.read_text(errors="replace") for file in sorted(tests.rglob("*.swift")))


def read(folder: pathlib.Path) -> tuple[Secrets, dict[tuple[str, str], None]]:
    """Reads the used secrets, and the printed lines, each once with its source."""
    secrets = Secrets()
    printed: dict[tuple[str, str], None] = {}
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.open(errors="replace"):
            try:
                record = json.loads(line)
            except ValueError:
                # The process was killed while writing.
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
            # Test names may contain such words.
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
        print(f"The trace is incomplete: expected at least {options.at_least} secrets.", file=sys.stderr)
        return 1
    for (source, line, name), secret in list(leaks.items())[:20]:
        print(f"{source}: {name} {secret[:60]!r} in {line[:300]!r}", file=sys.stderr)
    print(f"{len(leaks)} leaks." if leaks else "No leaks.")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
