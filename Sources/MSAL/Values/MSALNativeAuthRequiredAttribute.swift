public import Foundation

/// Something that the server needs to know about a person.
public final class MSALNativeAuthRequiredAttribute: NSObject, Sendable {
    /// The name to send the value under.
    public let name: String
    /// What kind of value it is: `string`, `boolean` or `number`.
    public let type: String
    /// Whether the account cannot be made without it.
    public let required: Bool
    /// What a value has to look like, when the server says so.
    public let regex: String?
    /// The values to choose from, where it is a choice and the server lists them; an addition to Microsoft's API.
    public let choices: [String]
    /// What to call it in front of a person, when the server says so; an addition to Microsoft's API.
    public let label: String?

    init(name: String, type: String, required: Bool, regex: String?, choices: [String], label: String?) {
        self.name = name
        self.type = type
        self.required = required
        self.regex = regex
        self.choices = choices
        self.label = label
        super.init()
    }
}
