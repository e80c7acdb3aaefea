import Foundation

/// Who an account is in the words of Microsoft's libraries: the two halves of its "home account".
package struct EntraClientInfo: Sendable, Hashable, Codable {
    /// The account.
    package var uid: String
    /// The tenant that it is at home in.
    package var utid: String

    package init(uid: String, utid: String) {
        self.uid = uid
        self.utid = utid
    }

    /// Reads it from base64url of JSON, as a token answer carries it; `nil` when that is something else.
    package init?(encoded: String) {
        guard let data = Base64URL.decode(encoded.prefix { $0 != "=" }),
            let info = try? WireJSON.decode(Self.self, from: data)
        else { return nil }
        self = info
    }

    /// Base64url of JSON.
    package var encoded: String { Base64URL.encode(WireJSON.encode(self)) }

    /// What a request says that wants it.
    static let wanted = "true"

    /// Whether a token request wants it; libraries write it in either way.
    package static func isWanted(_ parameters: Parameters) -> Bool {
        [wanted, "1"].contains(parameters[.clientInfo]?.lowercased())
    }
}
