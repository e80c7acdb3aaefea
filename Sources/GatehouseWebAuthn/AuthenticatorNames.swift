package import Foundation
import GatehouseWire

/// The names of authenticator models by AAGUID, for lists of passkeys; they are no statement about security.
package struct AuthenticatorNames: Sendable, Hashable {
    /// The maximum length of a name, which the user can edit.
    private static let maximumLength = 64

    private let names: [UUID: String]

    /// The names of common models.
    package static let bundled: AuthenticatorNames = {
        guard let names = try? AuthenticatorNames(json: Data(PackageResources.authenticators_json)) else {
            preconditionFailure("The embedded list of authenticators is malformed")
        }
        return names
    }()

    /// Reads a list in the format of the community's list of passkey providers.
    ///
    /// It is an object of AAGUIDs, each with an object that has a `name`; other members, such as icons, are ignored.
    /// Names of more than 64 characters are shortened.
    ///
    /// - Throws: If the text is not JSON, a key is not a UUID, or a name is missing, empty or contains control
    ///   characters.
    package init(json: Data) throws(MalformedAuthenticatorNames) {
        let entries: [String: JSONValue]
        do { entries = try JSONCoding.decode([String: JSONValue].self, from: json) } catch {
            throw MalformedAuthenticatorNames(error.message)
        }
        var names: [UUID: String] = [:]
        for (key, value) in entries {
            guard let id = UUID(uuidString: key) else {
                throw MalformedAuthenticatorNames("'\(key)' is not an AAGUID.")
            }
            guard let name = value["name"]?.string, !name.isEmpty,
                !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else {
                throw MalformedAuthenticatorNames("The name of '\(key)' is missing, empty, or has control characters.")
            }
            names[id] = name.count > Self.maximumLength ? name.prefix(Self.maximumLength - 1) + "…" : name
        }
        self.names = names
    }

    /// Returns the name of a model, or `nil` if it is unknown or the AAGUID is zero.
    package subscript(aaguid: UUID) -> String? { names[aaguid] }

    /// Returns the names of both lists; those of the other list replace the names of the same models.
    package func merging(_ other: AuthenticatorNames) -> AuthenticatorNames {
        AuthenticatorNames(names: names.merging(other.names) { $1 })
    }

    private init(names: [UUID: String]) {
        self.names = names
    }
}

/// The error of a list of names that the operator can correct.
package struct MalformedAuthenticatorNames: Error, Equatable, CustomStringConvertible {
    /// The reason, with the key of the entry.
    package let description: String

    init(_ reason: String) {
        description = reason
    }
}
