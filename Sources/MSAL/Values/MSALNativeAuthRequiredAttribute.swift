public import Foundation
import Gatehouse
import GatehouseWire

/// An attribute that the server requires of a user.
public final class MSALNativeAuthRequiredAttribute: NSObject, Sendable {
    /// The name under which the value is submitted.
    public let name: String
    /// The type of the value: `string`, `boolean` or `number`.
    public let type: String
    /// A Boolean value that indicates whether the account cannot be created without the attribute.
    public let required: Bool
    /// A regular expression for the value, if the server sent one.
    public let regex: String?
    /// The values to choose from, if the server lists them.
    ///
    /// An addition to Microsoft's API.
    public let choices: [String]
    /// The label to show to the user, if the server sent one.
    ///
    /// An addition to Microsoft's API.
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

extension MSALNativeAuthRequiredAttribute {
    convenience init(_ attribute: RequiredAttribute) {
        self.init(
            name: attribute.name,
            type: attribute.kind.rawValue,
            required: attribute.isRequired,
            regex: attribute.pattern,
            choices: attribute.choices,
            label: attribute.label
        )
    }
}

/// Conversion of the app's attribute values.
enum AttributeValues {
    /// Converts values to JSON before any request.
    ///
    /// - Returns: The values, or an error for a value that cannot be represented in JSON.
    static func reading(_ attributes: [String: Any]?) -> Result<[String: JSONValue], AuthError> {
        Result { () throws(AuthError) in
            var values: [String: JSONValue] = [:]
            for (name, value) in attributes ?? [:] {
                do throws(WireError) {
                    values[name] = try JSONValue(untyped: value)
                } catch {
                    throw AuthError(
                        .requestRejected,
                        "The attribute \(name) cannot be represented in JSON. \(error.message)"
                    )
                }
            }
            return values
        }
    }
}
