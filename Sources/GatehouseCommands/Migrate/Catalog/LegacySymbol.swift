/// A part of the v2 API of Login with Amazon: what takes its place in v3, and what the change means.
package struct LegacySymbol: Sendable, Equatable {
    package enum Kind: String, Sendable, Encodable {
        case call, type, conformance, callback, member, constant, option
        case importing = "import"
    }

    /// When a mention counts as a use of the SDK.
    package enum Evidence: Sendable {
        /// Always: nobody else has this name.
        case itself
        /// In a file that shows in another way that it uses the SDK, and where the app declares nothing of this name.
        case sdkInSight
        /// In a file with another use of v2: v3 has the name too.
        case otherUses
    }

    package let name: String
    package let kind: Kind
    package let evidence: Evidence
    /// What replaces it, in Swift: the module has no other form.
    package let replacement: String
    /// What behaves differently; nothing for a mere change of name.
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
