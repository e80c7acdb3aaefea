"""The reference of the server's JSON APIs, from its OpenAPI document."""

import html
import json
import re

from .pages import Heading, Page, table_start
from .products import ROOT

RECORDED = "Tests/Fixtures/OpenAPI/openapi.http"
METHODS = ("get", "post", "put", "patch", "delete")
STATUS = {
    "200": "OK", "201": "Created", "202": "Accepted", "204": "No Content", "400": "Bad Request", "401": "Unauthorized",
    "403": "Forbidden", "404": "Not Found", "409": "Conflict", "412": "Precondition Failed", "413": "Content Too Large",
    "415": "Unsupported Media Type", "422": "Unprocessable Content", "428": "Precondition Required",
    "429": "Too Many Requests", "500": "Internal Server Error", "503": "Service Unavailable",
}


def document() -> dict:
    """Returns the document, which tests compare with the one of the server."""
    text = (ROOT / RECORDED).read_text()
    return json.loads(text[text.index("\n\n{") + 2 :])


def prose(text: str) -> str:
    """Returns a description with its code in backticks."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def cell(text: str) -> str:
    return f"<td>{text}</td>"


def table(label: str, heads: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "\n".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"{table_start(label)}<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>\n"


class Reference:
    """The page of the operations with one tag, and of the types that they use."""

    def __init__(self, document: dict, tag: dict):
        self.document = document
        self.tag = tag
        self.used: set[str] = set()
        self.headings: list[Heading] = []

    @property
    def path(self) -> str:
        return f"rest/{self.tag['name'].lower()}.html"

    def page(self) -> Page:
        title = f"{self.tag['name']} API reference"
        self.headings.append(Heading(1, title, "top"))
        operations = [
            (method, path, item[method])
            for path, item in self.document["paths"].items()
            for method in METHODS
            if method in item and self.tag["name"] in item[method]["tags"]
        ]
        parts = [self.operation(*operation) for operation in operations]
        parts.append(self.types())
        description = self.tag["description"]
        lead = f"{description} Every server publishes this description as OpenAPI 3.1 at <code>/openapi.json</code>."
        rows = []
        for method, path, operation in operations:
            link = f'<a href="#{operation["operationId"]}"><code>{method.upper()} {path}</code></a>'
            rows.append([link, prose(operation["summary"])])
        summary = table("Operations", ["request", "effect"], rows)
        body = f'<h1 id="top">{title}</h1>\n<p>{lead}</p>\n{summary}{"".join(parts)}'
        return Page(self.path, title, f"{description} Requests, responses and errors.", body, None, self.headings)

    def heading(self, level: int, text: str, identifier: str, shown: str | None = None) -> str:
        self.headings.append(Heading(level, text, identifier))
        return f'<h{level} id="{identifier}">{shown or html.escape(text)}</h{level}>\n'

    def operation(self, method: str, path: str, operation: dict) -> str:
        name = f"{method.upper()} {path}"
        shown = f'<span class="method">{method.upper()}</span> <code>{html.escape(path)}</code>'
        parts = [self.heading(2, name, operation["operationId"], shown), f"<p>{prose(operation['summary'])}"]
        if "description" in operation:
            parts.append(f" {prose(operation['description'])}")
        parts.append("</p>\n")
        scopes = sorted({scope for item in operation.get("security", []) for names in item.values() for scope in names})
        if scopes:
            parts.append(f"<p>Scope: {', '.join(f'<code>{scope}</code>' for scope in scopes)}</p>\n")
        parameters = [self.resolved(parameter) for parameter in operation.get("parameters", [])]
        if parameters:
            rows = [
                [
                    f"<code>{parameter['name']}</code>", parameter["in"], self.type(parameter["schema"]),
                    self.facts(parameter["schema"], parameter.get("description", ""), parameter.get("required", False)),
                ]
                for parameter in parameters
            ]
            parts.append(table(f"Parameters of {name}", ["parameter", "in", "type", "meaning"], rows))
        if "requestBody" in operation:
            contents = operation["requestBody"]["content"].items()
            bodies = [f"{self.type(content['schema'])} as <code>{kind}</code>" for kind, content in contents]
            parts.append(f"<p>Body: {', '.join(bodies)}</p>\n")
        parts.append(table(f"Responses of {name}", ["status", "body", "meaning"], self.responses(operation)))
        return "".join(parts)

    def responses(self, operation: dict) -> list[list[str]]:
        rows = []
        for status, response in operation["responses"].items():
            response = self.resolved(response)
            bodies, meanings = [], [prose(response["description"])]
            for content in response.get("content", {}).values():
                schema = content["schema"]
                bodies.append(self.type(schema))
                kinds = schema.get("properties", {}).get("type", {}).get("enum", [])
                meanings += [f"<code>{kind}</code>" for kind in kinds]
            rows.append([f"{status} {STATUS.get(status, '')}", ", ".join(bodies), "<br>".join(meanings)])
        return rows

    def types(self) -> str:
        """Returns the used types; each can use others."""
        shown: dict[str, str] = {}
        while remaining := self.used - set(shown):
            for name in remaining:
                schema = self.document["components"]["schemas"][name]
                required = schema.get("required", [])
                rows = []
                for member, item in schema.get("properties", {}).items():
                    facts = self.facts(item, item.get("description", ""), member in required)
                    rows.append([f"<code>{member}</code>", self.type(item), facts])
                text = f"<p>{prose(schema.get('description', ''))}</p>\n"
                shown[name] = text + (table(f"Members of {name}", ["member", "type", "meaning"], rows) if rows else "")
        if not shown:
            return ""
        parts = [self.heading(2, "Types", "types")]
        parts += [self.heading(3, name, f"type-{name}", f"<code>{name}</code>") + shown[name] for name in sorted(shown)]
        return "".join(parts)

    def resolved(self, item: dict) -> dict:
        if "$ref" not in item:
            return item
        found = self.document
        for part in item["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        return found

    def type(self, schema: dict) -> str:
        """Returns the name of a type, with links to the types of the document."""
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[-1]
            self.used.add(name)
            return f'<a href="#type-{name}"><code>{name}</code></a>'
        for key, word in (("allOf", " and "), ("oneOf", " or "), ("anyOf", " or ")):
            if key in schema:
                return word.join(dict.fromkeys(self.type(item) for item in schema[key]))
        kind = schema.get("type", "any")
        if isinstance(kind, list):
            return " or ".join(kind)
        if kind == "array":
            return f"array of {self.type(schema.get('items', {}))}"
        if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self.type(schema['additionalProperties'])}"
        return f"{kind} ({schema['format']})" if "format" in schema else kind

    def facts(self, schema: dict, description: str, is_required: bool) -> str:
        parts = [prose(description)] if description else []
        parts.append("Required." if is_required else "")
        if "enum" in schema:
            values = [f"<code>{html.escape(str(value))}</code>" for value in schema["enum"]]
            parts.append(f"One of {', '.join(values)}.")
        names = {
            "minLength": "At least {} characters.", "maxLength": "At most {} characters.", "minimum": "At least {}.",
            "maximum": "At most {}.", "maxItems": "At most {} items.", "default": "Default: {}.",
        }
        parts += [text.format(schema[key]) for key, text in names.items() if key in schema]
        if "pattern" in schema:
            parts.append(f"Pattern: <code>{html.escape(schema['pattern'])}</code>.")
        if schema.get("examples"):
            parts.append(f"Example: <code>{html.escape(json.dumps(schema['examples'][0], ensure_ascii=False))}</code>.")
        return " ".join(part for part in parts if part)


def references() -> list[Page]:
    """Returns a page for each tag of the document."""
    found = document()
    return [Reference(found, tag).page() for tag in found["tags"]]
