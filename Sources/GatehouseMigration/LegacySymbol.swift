/// A symbol of the v2 API of Login with Amazon, with its replacement in v3 and the differences.
struct LegacySymbol: Sendable, Equatable {
    /// The condition under which a mention counts as a use of the SDK.
    enum Evidence: String, Sendable {
        /// Always: the name is unique to the SDK.
        case itself
        /// In a file with other signs of the SDK, if the app does not declare the name itself.
        case sdkInSight
        /// In a file with another use of v2, because v3 has the name too.
        case otherUses
    }

    let kind: LegacyUse.Kind
    let evidence: Evidence
    /// The replacement in Swift, the only language of the module.
    let replacement: String
    /// The difference in behavior; `nil` for a mere renaming.
    let difference: String?

    /// The symbols of `catalog.txt`, by name.
    static let catalog: [String: LegacySymbol] = {
        let lines = String(decoding: PackageResources.catalog_txt, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var catalog: [String: LegacySymbol] = [:]
        for entry in lines.filter({ !$0.hasPrefix("# ") }).split(whereSeparator: \.isEmpty) {
            let names = entry[entry.startIndex].split(separator: " ").map(String.init)
            let symbol = LegacySymbol(names[0].split(separator: "/"), lines: entry.dropFirst())
            for name in names.dropFirst() { catalog[name] = symbol }
        }
        return catalog
    }()

    private init?(_ words: [Substring], lines: ArraySlice<Substring>) {
        guard let kind = words.first.flatMap({ LegacyUse.Kind(rawValue: String($0)) }), let replacement = lines.first
        else { return nil }
        self.kind = kind
        evidence = words.dropFirst().first.flatMap { Evidence(rawValue: String($0)) } ?? .itself
        self.replacement = String(replacement)
        difference = lines.count > 1 ? lines.dropFirst().joined(separator: " ") : nil
    }
}

/// A use of the v2 API in a source file.
package struct LegacyUse: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        case call, type, conformance, callback, member, constant, option
        case importing = "import"
    }

    package internal(set) var file = ""
    package let line: Int
    /// The column, starting at 1, in UTF-8 bytes.
    package let column: Int
    package let kind: Kind
    /// The code of the use, such as `AIMobileLib.getProfile(_:)`.
    package let name: String
    package internal(set) var replacement: String
    /// The difference in behavior; `nil` for a mere renaming.
    package let difference: String?
    let evidence: LegacySymbol.Evidence
    /// The SDK name of the use, which the app may have declared itself.
    let subject: String

    private enum CodingKeys: String, CodingKey {
        case file, line, column, kind, replacement, difference
        case name = "symbol"
    }

    init(_ symbol: LegacySymbol, _ name: String, subject: String, at token: SourceToken) {
        line = token.line
        column = token.column
        kind = symbol.kind
        self.name = name
        replacement = symbol.replacement
        difference = symbol.difference
        evidence = symbol.evidence
        self.subject = subject
    }
}
