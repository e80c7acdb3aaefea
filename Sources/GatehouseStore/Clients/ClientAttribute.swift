/// One piece of data that a client asks people for when they sign up.
package struct ClientAttribute: Sendable, Equatable, Codable {
    /// How a value is entered and checked.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case text, email, number, date, boolean, choice
    }

    /// The attribute's name in the account and, where it is a standard claim, in tokens (`given_name`, `birthdate`, …).
    package var name: String
    /// What the form calls it; `nil` lets the pages use their own word for a standard claim.
    package var label: String?
    package var kind: Kind
    package var isRequired: Bool
    /// A regular expression that the whole text must match, of the kind that takes time in proportion to the text.
    package var pattern: String?
    /// The values of a `choice`.
    package var options: [String]
    /// Which page of the form it is on, from 1.
    package var page: Int

    package init(
        name: String,
        label: String? = nil,
        kind: Kind = .text,
        isRequired: Bool = false,
        pattern: String? = nil,
        options: [String] = [],
        page: Int = 1
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.pattern = pattern
        self.options = options
        self.page = page
    }
}
