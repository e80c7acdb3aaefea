import Foundation
import GatehouseHTTP
import HTTPTypes

/// A request and its response.
struct Exchange: Sendable {
    let request: HTTPRequest
    let form: String
    let response: ServerResponse
}

extension Exchange {
    /// Returns the recorded form of the exchange, with a title.
    ///
    /// Queries, forms and JSON are broken into lines, pages reduced to their headings, and signed tokens to their
    /// content; the rest is verbatim.
    func text(title: String) -> String {
        var mask = TokenMask()
        let request = mask.mask(requestText)
        mask = TokenMask()
        let response = mask.mask(answerText)
        let tokens = mask.contents.map { token in
            "# The \(token.name) says, before its signature:\n\n"
                + JSONLayout.pretty(token.header) + "\n" + JSONLayout.pretty(token.claims)
        }
        return (["### " + title, request, response] + tokens).joined(separator: "\n\n") + "\n"
    }

    private var requestText: String {
        let target = (request.path ?? "/").split(separator: "?", maxSplits: 1)
        var lines = ["\(request.method) \(target[0])"]
        if target.count > 1 { lines += Self.parameters("?" + target[1]).map { "    " + $0 } }
        lines[lines.count - 1] += " HTTP/1.1"
        lines.append("Host: \(request.authority ?? "")")
        lines += request.headerFields.map { "\($0.name.rawName): \($0.value)" }
        if !form.isEmpty { lines += [""] + Self.parameters(form) }
        return lines.joined(separator: "\n")
    }

    private var answerText: String {
        var lines = ["HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)"]
        for field in response.fields {
            let isLongTarget = field.name == .location && field.value.contains("&")
            let parts = isLongTarget ? Self.parameters(field.value) : [field.value]
            lines.append("\(field.name.rawName): \(parts[0])")
            lines += parts.dropFirst().map { "    " + $0 }
        }
        if !response.body.isEmpty { lines += ["", bodyText] }
        return lines.joined(separator: "\n")
    }

    private var bodyText: String {
        guard response.fields[.contentType]?.hasPrefix("text/html") == true else {
            return JSONLayout.pretty(response.text)
        }
        let heading = response.text.firstMatch(of: /<h1[^>]*>\s*([^<]*?)\s*<\/h1>/)?.output.1 ?? ""
        return "<!-- the page “\(heading)” -->"
    }

    /// Returns the lines of a query or form, one per parameter.
    private static func parameters(_ text: String) -> [String] {
        let parts = text.split(separator: "&").map(String.init)
        let first = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let head = first.count == 2 && !first[0].isEmpty ? [first[0], "?" + first[1]] : [parts[0]]
        return head + parts.dropFirst().map { "&" + $0 }
    }
}
