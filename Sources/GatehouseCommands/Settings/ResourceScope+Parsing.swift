import GatehouseServer
import GatehouseStore
import GatehouseWire

extension [ResourceScope] {
    /// Parses scopes with their texts: `NAME`, `NAME=TEXT` for English, or `NAME[LANGUAGE]=TEXT`.
    init(parsing texts: [String]) throws(CommandError) {
        self = []
        for text in texts { merge([try ResourceScope(parsing: text)]) }
    }

    /// Adds scopes, and the texts of scopes that are listed already.
    mutating func merge(_ others: [ResourceScope]) {
        for other in others {
            if let index = firstIndex(where: { $0.name == other.name }) {
                self[index].texts.merge(other.texts) { $1 }
            } else {
                append(other)
            }
        }
    }
}

extension ResourceScope {
    fileprivate init(parsing text: String) throws(CommandError) {
        let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var name = pair[0]
        var language = Language.english
        if name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") {
            guard let named = Language(rawValue: String(name[name.index(after: bracket)...].dropLast())) else {
                let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandError(
                    "Unknown language in the scope '\(text.printable)'.",
                    advice: "Use one of \(known), for example 'orders:read[de]=…'."
                )
            }
            language = named
            name = String(name[..<bracket])
        }
        guard ScopeSet(parsing: name)?.scopes.count == 1 else {
            throw CommandError(
                "Invalid scope '\(text.printable)'.",
                advice: "Use NAME=TEXT, for example 'orders:read=See your orders'."
            )
        }
        self.init(Scope(rawValue: name), texts: pair.count == 2 ? [language.rawValue: pair[1]] : [:])
    }

    /// The scope in the form that the command line reads, once for each text.
    var specifications: [String] {
        guard !texts.isEmpty else { return [name.rawValue] }
        return texts.sorted { $0.key < $1.key }.map { language, text in
            language == Language.english.rawValue ? "\(name)=\(text)" : "\(name)[\(language)]=\(text)"
        }
    }
}
