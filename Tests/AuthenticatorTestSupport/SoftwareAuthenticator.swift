import Crypto
package import Foundation
package import GatehouseTesting
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

    package typealias Flags = AuthenticatorData.Flags

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
        let members = changesAttestation(
            EncodableCBOR.attestationObject(format: format, statement: statement, data: data)
        )
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
        ClientData.encode(type, challenge: challenge, origin: origin, members: clientMembers)
    }

    package func authenticatorData(_ flags: Flags) throws -> Data {
        let credential = AuthenticatorData.Credential(
            aaguid: aaguid,
            id: credentialID,
            publicKey: try publicKey ?? .map(key.coseMembers())
        )
        let data = AuthenticatorData(
            relyingPartyID: relyingPartyID,
            flags: flags,
            signCount: signCount,
            credential: credential,
            extensions: extensions
        )
        return data.encoded + trailing
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
}
