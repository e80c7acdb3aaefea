package import Crypto
package import Foundation
package import GatehouseWire

/// An authenticator with one credential, and the client in front of it.
///
/// Every property can be wrong.
package struct SoftwareAuthenticator {
    package enum Attestation {
        case none
        case selfSigned
        case certified(AttestationIssuer)
    }

    /// The flags of authenticator data (WebAuthn Level 3 §6.1).
    package struct Flags: OptionSet {
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

    package var key: AuthenticatorKey
    package var relyingPartyID = "example.com"
    package var origin = "https://login.example.com"
    package var credentialID = Data((0..<32).map { UInt8($0) })
    package var userHandle: Data? = Data("user-1".utf8)
    package var aaguid = Data(repeating: 0xA5, count: 16)
    package var flags: Flags = [.userPresent, .userVerified]
    package var signCount: UInt32 = 0
    package var attestation = Attestation.none
    /// The COSE key to send instead of that of ``key``.
    package var publicKey: EncodableCBOR?
    /// The extensions in the authenticator data.
    package var extensions: EncodableCBOR?
    /// Bytes after the authenticator data.
    package var trailing = Data()
    /// Further members of the client data, which replace those of the same name.
    package var clientMembers: [String: JSONValue] = [:]
    /// A change of the attestation object's members.
    package var changesAttestation: ([(String, EncodableCBOR)]) -> [(String, EncodableCBOR)] = { $0 }

    package init(_ key: AuthenticatorKey = .es256) {
        self.key = key
    }

    // MARK: Ceremonies

    package func register(_ challenge: Data) throws -> PasskeyRegistration {
        let client = clientData("webauthn.create", challenge)
        let data = try authenticatorData(flags.union(.credential))
        let (format, statement) = try statement(data + Data(SHA256.hash(data: client)))
        let members = changesAttestation([
            ("fmt", .text(format)), ("attStmt", statement), ("authData", .bytes(data)),
        ])
        let object = EncodableCBOR.map(members.map { (.text($0.0), $0.1) })
        return PasskeyRegistration(
            id: credentialID,
            response: .init(
                clientDataJSON: client,
                attestationObject: object.encoded,
                transports: [.builtIn, .hybrid]
            )
        )
    }

    package func sign(_ challenge: Data) throws -> PasskeyAssertion {
        let client = clientData("webauthn.get", challenge)
        let data = try authenticatorData(flags)
        return PasskeyAssertion(
            id: credentialID,
            response: .init(
                clientDataJSON: client,
                authenticatorData: data,
                signature: try key.sign(data + Data(SHA256.hash(data: client))),
                userHandle: userHandle
            )
        )
    }

    // MARK: Parts

    package func clientData(_ type: String, _ challenge: Data) -> Data {
        let members: [String: JSONValue] = [
            "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
            "crossOrigin": false,
        ]
        return JSONCoding.encode(JSONValue.object(members.merging(clientMembers) { $1 }))
    }

    package func authenticatorData(_ flags: Flags) throws -> Data {
        let flags = extensions == nil ? flags : flags.union(.extensions)
        var data = Data(SHA256.hash(data: Data(relyingPartyID.utf8))) + [flags.rawValue] + bytes(signCount, 4)
        if flags.contains(.credential) {
            data += aaguid + bytes(UInt32(credentialID.count), 2) + credentialID
            data += try (publicKey ?? .map(key.coseMembers())).encoded
        }
        return data + (extensions?.encoded ?? Data()) + trailing
    }

    private func statement(_ message: Data) throws -> (format: String, statement: EncodableCBOR) {
        switch attestation {
        case .none: return ("none", .map([]))
        case .selfSigned:
            let signature = try key.sign(message)
            return (
                "packed", .map([(.text("alg"), .integer(key.algorithm)), (.text("sig"), .bytes(signature))])
            )
        case .certified(let issuer):
            let members: [(EncodableCBOR, EncodableCBOR)] = [
                (.text("alg"), .integer(-7)), (.text("sig"), .bytes(try issuer.key.sign(message))),
                (.text("x5c"), .array([.bytes(try issuer.certificate(aaguid: aaguid))])),
            ]
            return ("packed", .map(members))
        }
    }

    private func bytes(_ number: UInt32, _ count: UInt32) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
