package import Foundation
package import GatehouseWire

/// The names of authenticator models by AAGUID, for lists of passkeys; they are no statement about security.
package struct AuthenticatorNames: Sendable, Hashable {
    private static let nameLength = 1...64

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
    ///
    /// - Throws: `WireError` if the text is not JSON, a key is not a UUID, or a name is missing, empty or longer than
    ///   64 characters.
    package init(json: Data) throws(WireError) {
        var names: [UUID: String] = [:]
        for (key, value) in try JSONCoding.decode([String: JSONValue].self, from: json) {
            guard let id = UUID(uuidString: key), let name = value["name"]?.string,
                Self.nameLength.contains(name.count)
            else { throw WireError("An entry of the list of authenticators is invalid.") }
            names[id] = name
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
