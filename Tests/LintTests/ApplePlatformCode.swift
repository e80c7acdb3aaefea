/// The code of a file that Apple platforms compile.
///
/// The branches that conditions exclude there are blanked, so that positions stay the same.
struct ApplePlatformCode {
    let bytes: [UInt8]

    /// - Parameter code: Code without comments and literals.
    init(_ code: String) {
        var output: [UInt8] = []
        var branches: [Branch] = []
        for line in code.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let words = Substring(line).split(separator: " ", maxSplits: 1)
            switch words.first {
            case "#if": branches.append(Branch(condition: words.last ?? ""))
            case "#elseif": branches[branches.count - 1].next(words.last ?? "")
            case "#else": branches[branches.count - 1].next(nil)
            case "#endif": branches.removeLast()
            default: break
            }
            let isExcluded = branches.contains(where: \.isExcluded)
            output += isExcluded ? Array(repeating: UInt8(ascii: " "), count: line.count) : Array(line)
            output.append(UInt8(ascii: "\n"))
        }
        bytes = output
    }

    /// A branch of a condition.
    private struct Branch {
        private(set) var isExcluded: Bool
        /// Whether an earlier branch is the one that Apple platforms compile.
        private var isDecided: Bool

        init(condition: Substring) {
            let value = ApplePlatformCode.value(of: condition)
            isExcluded = value == false
            isDecided = value == true
        }

        /// Begins the next branch; without a condition, the last one.
        mutating func next(_ condition: Substring?) {
            let value = if let condition { ApplePlatformCode.value(of: condition) } else { Bool?.some(true) }
            isExcluded = isDecided || value == false
            isDecided = isDecided || value == true
        }
    }

    /// Returns whether a condition is true on Apple platforms; `nil` if that depends on the platform.
    private static func value(of condition: Substring) -> Bool? {
        let alternatives = condition.split(separator: "||").map { alternative in
            let parts = alternative.split(separator: "&&").map { part in
                part.filter { $0 != " " }
            }.map { part in
                part.hasPrefix("!") ? valueOfTerm(part.dropFirst()).map { !$0 } : valueOfTerm(part[...])
            }
            return parts.contains(false) ? false : parts.contains(nil) ? nil : true
        }
        return alternatives.contains(true) ? true : alternatives.contains(nil) ? nil : false
    }

    private static func valueOfTerm(_ term: Substring) -> Bool? {
        let everywhere: Set<Substring> = [
            "AuthenticationServices", "Darwin", "Network", "ObjectiveC", "Security", "notify", "os",
        ]
        let nowhere: Set<Substring> = ["FoundationNetworking", "Glibc", "Musl"]
        let argument = term.drop { $0 != "(" }.dropFirst().dropLast()
        switch term.prefix(while: { $0 != "(" }) {
        case "canImport" where everywhere.contains(argument): return true
        case "canImport" where nowhere.contains(argument): return false
        case "os" where argument == "Linux": return false
        default: return nil
        }
    }
}
