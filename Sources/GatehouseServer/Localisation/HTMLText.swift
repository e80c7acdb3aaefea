/// Text made safe to stand in HTML.
package enum HTMLText {
    /// Replaces the five characters that mean something to an HTML parser, in text and in quoted attributes.
    ///
    /// It goes by Unicode scalar, as parsers do: a quotation mark followed by a combining mark is one `Character` in Swift
    /// but still closes an attribute.
    package static func escape(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
