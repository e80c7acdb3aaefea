/// A symbol of the v2 API of Login with Amazon, with its replacement in v3 and the differences.
package struct LegacySymbol: Sendable, Equatable {
    package enum Kind: String, Sendable, Encodable {
        case call, type, conformance, callback, member, constant, option
        case importing = "import"
    }

    /// The condition under which a mention counts as a use of the SDK.
    package enum Evidence: Sendable {
        /// Always: the name is unique to the SDK.
        case itself
        /// In a file with other signs of the SDK, if the app does not declare the name itself.
        case sdkInSight
        /// In a file with another use of v2, because v3 has the name too.
        case otherUses
    }

    package let name: String
    package let kind: Kind
    package let evidence: Evidence
    /// The replacement in Swift, the only language of the module.
    package let replacement: String
    /// The difference in behavior; `nil` for a mere renaming.
    package let difference: String?

    init(
        _ name: String,
        _ kind: Kind,
        evidence: Evidence = .itself,
        replacement: String,
        difference: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.evidence = evidence
        self.replacement = replacement
        self.difference = difference
    }
}
