package import Foundation

/// A name an account can be found by, in its normalised form.
package struct AccountIdentifier: Sendable, Hashable, Codable {
    /// What sort of name it is.
    ///
    /// The same text may exist once per kind.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case email, username, phone
    }

    package let kind: Kind
    /// Normalised by the server before it gets here; compared byte for byte.
    package let value: String
    /// The name as the person writes it, which is shown and never looked up.
    package let spelling: String
    /// When the person proved that it is theirs; `nil` while unproven.
    package var verifiedAt: Date? {
        didSet { verifiedAt = verifiedAt?.flooredToMilliseconds }
    }

    package init(kind: Kind, value: String, spelling: String? = nil, verifiedAt: Date?) {
        self.kind = kind
        self.value = value
        self.spelling = spelling ?? value
        self.verifiedAt = verifiedAt?.flooredToMilliseconds
    }
}
