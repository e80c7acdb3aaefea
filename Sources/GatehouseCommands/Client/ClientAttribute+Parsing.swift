import GatehouseStore

extension ClientAttribute {
    /// Reads `NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]`; a pattern takes the rest of the text.
    init(parsing text: String) throws(CommandFailure) {
        var rest = text[...]
        var pattern: String?
        if let range = rest.firstRange(of: ",pattern=") {
            pattern = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
        }
        let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        self.init(name: parts[0], pattern: pattern)
        guard !name.isEmpty else {
            throw CommandFailure("The attribute '\(text)' has no name.", advice: Self.syntax)
        }
        for part in parts.dropFirst() { try apply(part, of: text) }
    }

    private mutating func apply(_ part: String, of text: String) throws(CommandFailure) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (pair[0], pair.dropFirst().first) {
        case ("required", nil): isRequired = true
        case ("label", let label?): self.label = label
        case ("options", let list?): options = list.split(separator: "|").map(String.init)
        case ("page", let number?) where (Int(number) ?? 0) > 0: page = Int(number) ?? 1
        case (let name, nil) where Kind(rawValue: name) != nil: kind = Kind(rawValue: name) ?? .text
        default:
            throw CommandFailure(
                "The attribute \(text) has a part that means nothing: \(part).",
                advice: Self.syntax
            )
        }
    }

    private static let syntax =
        "Write it as NAME[,\(Kind.allCases.map(\.rawValue).joined(separator: "|"))][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]."

    /// The text that it is read from, as `init(parsing:)` takes it.
    var specification: String {
        var parts = [name]
        if kind != .text { parts.append(kind.rawValue) }
        if isRequired { parts.append("required") }
        if page != 1 { parts.append("page=\(page)") }
        if let label { parts.append("label=\(label)") }
        if !options.isEmpty { parts.append("options=" + options.joined(separator: "|")) }
        if let pattern { parts.append("pattern=\(pattern)") }
        return parts.joined(separator: ",")
    }
}
