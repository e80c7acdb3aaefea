package import Foundation

extension JSONWebKeySet {
    /// The maximum size of a key set that another party wrote, in bytes.
    package static let bodyLimit = 64 * 1024

    /// Reads a key set for a place where a private key is an error (RFC 7517 §9.2).
    ///
    /// - Throws: `WireError` if the text is too long, not a key set, or contains a private or symmetric key.
    package init(publicOnly body: Data) throws(WireError) {
        guard body.count <= Self.bodyLimit else { throw WireError("The key set exceeds \(Self.bodyLimit) bytes.") }
        let members = try JSONCoding.decode([String: JSONValue].self, from: body, depth: 8)
        guard let values = members[Self.keysMember]?.array else {
            throw WireError("The key set must be a JSON object with an array \"\(Self.keysMember)\".")
        }
        var keys: [JSONWebKey] = []
        for value in values { keys.append(try JSONWebKey(publicOnly: value)) }
        self.init(keys: keys)
    }

    private static let keysMember = "keys"
}
