extension QRCode {
    /// Returns the code with its margin as an `svg` element for an HTML page, one unit per module.
    ///
    /// The light background belongs to the image, so that the code can be scanned from a dark page. No style attribute
    /// is set, so that a content security policy need not allow any.
    ///
    /// - Parameter label: The description for screen readers, as plain text.
    /// - Returns: The element, without line breaks.
    package func svg(label: String) -> String {
        let side = size + 2 * Self.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" \
            role="img" aria-label="\(Self.escape(label))"><rect width="\(side)" height="\(side)" fill="#fff"/>\
            <path d="\(path)" stroke="#000"/></svg>
            """
    }

    /// The runs of dark modules in each row, as horizontal strokes through the middle of the modules.
    private var path: String {
        var path = ""
        for row in 0..<size {
            var end: Int?
            for start in 0..<size where isDark(column: start, row: row) && !isDark(column: start - 1, row: row) {
                let length = (start..<size).prefix { isDark(column: $0, row: row) }.count
                path += end.map { "m\(start - $0) 0" } ?? "M\(start + Self.margin) \(row + Self.margin).5"
                path += "h\(length)"
                end = start + length
            }
        }
        return path
    }

    /// Returns text for an attribute value; characters that XML does not allow are replaced.
    private static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\0"..<"\t", "\u{B}"..<"\r", "\u{E}"..<" ", "\u{FFFE}"..."\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
