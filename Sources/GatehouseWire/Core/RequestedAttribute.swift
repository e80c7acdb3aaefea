/// An attribute that is required to create an account.
package struct RequestedAttribute: Sendable, Hashable, Codable {
    /// The name, in the spelling of the protocol.
    package var name: String
    /// The type, such as ``string``.
    package var type: String
    package var isRequired: Bool
    /// The pattern for valid values.
    package var regex: String?
    /// The allowed values; Entra's format has only the pattern.
    package var choices: [String]?
    /// The label for users, if configured; not part of Entra's format.
    package var label: String?

    package init(
        name: String,
        type: String,
        isRequired: Bool,
        regex: String? = nil,
        choices: [String]? = nil,
        label: String? = nil
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.regex = regex
        self.choices = choices
        self.label = label
    }

    package static let string = "string"
    package static let boolean = "boolean"
    package static let number = "number"

    private struct Options: Codable {
        var regex: String?
        var values: [String]?
    }

    private enum CodingKeys: String, CodingKey {
        case name, type
        case isRequired = "required"
        case options, label
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        type = try container.decode(String.self, forKey: .type)
        isRequired = try container.decode(Bool.self, forKey: .isRequired)
        let options = try container.decodeIfPresent(Options.self, forKey: .options)
        regex = options?.regex
        choices = options?.values
        label = try container.decodeIfPresent(String.self, forKey: .label)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(isRequired, forKey: .isRequired)
        if regex != nil || choices != nil {
            try container.encode(Options(regex: regex, values: choices), forKey: .options)
        }
        try container.encodeIfPresent(label, forKey: .label)
    }
}
