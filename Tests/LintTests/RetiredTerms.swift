/// Words for which the project uses the field's own, and which mean nothing else in an identifier.
enum RetiredTerms {
    /// The terms in lower case, their words separated by spaces; a plural counts as its singular.
    private static let terms: Set<String> = [
        // Architecture: channel, adapter, flow, cleanup, conditional write.
        "door", "amazon dialect", "entra dialect", "kii dialect", "transaction engine", "newcomer", "housekeeping",
        "flight recorder", "flight event",
        "flight log", "store witness", "witness", "patience", "page desk", "desk", "guarded", "session keeper",
        "session machine", "token minter", "hard of hearing", "vain renewal", "exhibition",
        // Sessions and tokens: access token request, cached token, refresh lock, probe write, pending revocation.
        "wish", "stored grant", "spare token", "spare", "refresh turn", "leased turn", "system turn", "lease holder",
        "rehearse", "rehearsal", "untold", "native place", "kii place", "token adoption", "presented token",
        // Functions.
        "give back", "give way", "go on", "put back", "take back", "tells of", "let go", "goes on",
        // Subjects.
        "nobody", "somebody", "anybody", "everybody", "whoever", "deed", "asker", "looker",
    ]

    /// Returns the identifiers of a file's code that contain a retired term, sorted.
    static func identifiers(in file: SourceFile) -> [String] {
        let words = Set(file.code.utf8.split { !isWord($0) }.compactMap { Substring($0) })
        return words.filter(isRetired).map(String.init).sorted()
    }

    private static func isRetired(_ identifier: Substring) -> Bool {
        let words = words(of: identifier)
        return words.indices.contains { start in
            (start..<min(start + 3, words.count)).contains { end in
                let term = words[start...end].joined(separator: " ")
                return terms.contains(term) || terms.contains(singular(term))
            }
        }
    }

    private static func singular(_ term: String) -> String {
        if term.hasSuffix("shes") { return String(term.dropLast(2)) }
        return term.hasSuffix("s") ? String(term.dropLast()) : term
    }

    /// Returns the words of a camel-case identifier in lower case; an initialism is one word.
    private static func words(of identifier: Substring) -> [String] {
        var words: [String] = []
        let characters = Array(identifier)
        for (index, character) in characters.enumerated() {
            let follows = index > 0 && !(characters[index - 1].isUppercase || characters[index - 1] == "_")
            let endsInitialism = index + 1 < characters.count && characters[index + 1].isLowercase
            if words.isEmpty || character == "_" || character.isUppercase && (follows || endsInitialism) {
                words.append("")
            }
            if character != "_" { words[words.count - 1] += character.lowercased() }
        }
        return words
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
