/// One attribute to fill in on the ``AttributesPage``.
package struct PageAttribute: Sendable {
    /// What may be filled in.
    package enum Kind: Sendable {
        case text, email, telephone, number
        /// Sent as `YYYY-MM-DD`.
        case date
        /// Sent as `true`, or not at all.
        case boolean
        case choice([Choice])
    }

    /// An option of a choice.
    package struct Choice: Sendable, Hashable {
        package var value: String
        package var label: String

        package init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// The attribute's name as the client registered it.
    package var name: String
    package var kind: Kind
    /// What people read; without one the string table's own word for the name, or else the name.
    package var label: String?
    package var value: String
    package var isRequired: Bool
    package var hint: String?
    /// The HTML autofill field name, such as `given-name`; well-known attributes have one anyway.
    package var autocomplete: String?
    package var error: PageMessage?

    package init(
        name: String,
        kind: Kind = .text,
        label: String? = nil,
        value: String = "",
        isRequired: Bool = true,
        hint: String? = nil,
        autocomplete: String? = nil,
        error: PageMessage? = nil
    ) {
        self.name = name
        self.kind = kind
        self.label = label
        self.value = value
        self.isRequired = isRequired
        self.hint = hint
        self.autocomplete = autocomplete
        self.error = error
    }
}
