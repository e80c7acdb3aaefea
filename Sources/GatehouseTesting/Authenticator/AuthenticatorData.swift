package import Crypto
package import Foundation
package import GatehouseWire

/// The authenticator data of a passkey's response (WebAuthn Level 3 §6.1).
package struct AuthenticatorData {
    /// The flags.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let userPresent = Flags(rawValue: 0x01)
        package static let userVerified = Flags(rawValue: 0x04)
        package static let backupEligible = Flags(rawValue: 0x08)
        package static let backedUp = Flags(rawValue: 0x10)
        package static let credential = Flags(rawValue: 0x40)
        package static let extensions = Flags(rawValue: 0x80)
    }

    /// A new credential.
    package struct Credential {
        package var aaguid: Data
        package var id: Data
        package var publicKey: EncodableCBOR

        package init(aaguid: Data, id: Data, publicKey: EncodableCBOR) {
            self.aaguid = aaguid
            self.id = id
            self.publicKey = publicKey
        }
    }

    package var relyingPartyID: String
    package var flags: Flags
    package var signCount: UInt32
    /// The new credential; written if the flags have ``Flags/credential``.
    package var credential: Credential?
    package var extensions: EncodableCBOR?

    package init(
        relyingPartyID: String,
        flags: Flags,
        signCount: UInt32,
        credential: Credential? = nil,
        extensions: EncodableCBOR? = nil
    ) {
        self.relyingPartyID = relyingPartyID
        self.flags = flags
        self.signCount = signCount
        self.credential = credential
        self.extensions = extensions
    }

    package var encoded: Data {
        let flags = extensions == nil ? flags : flags.union(.extensions)
        var data =
            Data(SHA256.hash(data: Data(relyingPartyID.utf8))) + [flags.rawValue] + Self.bytes(signCount, count: 4)
        if flags.contains(.credential), let credential {
            data += credential.aaguid + Self.bytes(UInt32(credential.id.count), count: 2) + credential.id
            data += credential.publicKey.encoded
        }
        return data + (extensions?.encoded ?? Data())
    }

    private static func bytes(_ number: UInt32, count: UInt32) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// The client data of a passkey's response (WebAuthn Level 3 §5.8.1).
package enum ClientData {
    /// Returns the client data as JSON.
    ///
    /// - Parameters:
    ///   - type: The ceremony: `webauthn.create` or `webauthn.get`.
    ///   - challenge: The challenge of the server.
    ///   - origin: The origin of the page or app.
    ///   - members: Further members, which replace those of the same name.
    /// - Returns: The client data.
    package static func encode(
        _ type: String,
        challenge: Data,
        origin: String,
        members: [String: JSONValue] = [:]
    ) -> Data {
        let own: [String: JSONValue] = [
            "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
            "crossOrigin": false,
        ]
        return JSONCoding.encode(JSONValue.object(own.merging(members) { $1 }))
    }
}

extension EncodableCBOR {
    /// Returns the members of a COSE key for ES256 (RFC 9053 §7.1.1).
    package static func coseMembers(_ key: P256.Signing.PublicKey) -> [(EncodableCBOR, EncodableCBOR)] {
        let point = key.rawRepresentation
        return [
            (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
            (.integer(-2), .bytes(point.prefix(32))), (.integer(-3), .bytes(point.suffix(32))),
        ]
    }

    /// Returns an attestation object (WebAuthn Level 3 §6.5.4).
    package static func attestationObject(
        format: String = "none",
        statement: EncodableCBOR = .map([]),
        data: Data
    ) -> [(String, EncodableCBOR)] {
        [("fmt", .text(format)), ("attStmt", statement), ("authData", .bytes(data))]
    }
}
