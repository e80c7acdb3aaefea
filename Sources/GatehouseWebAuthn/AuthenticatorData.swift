import Foundation
import GatehouseJOSE
import GatehouseWire

/// The statements of an authenticator about a ceremony (WebAuthn Level 3 §6.1).
struct AuthenticatorData {
    /// A credential that was created (WebAuthn Level 3 §6.5.1).
    struct Credential {
        let aaguid: UUID
        let id: Data
        /// The COSE key, verbatim.
        let publicKey: Data
        let key: CredentialPublicKey
    }

    private struct Flags: OptionSet {
        let rawValue: UInt8

        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let credential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }

    private let relyingPartyHash: Data
    private let flags: Flags
    let signCount: UInt32
    let credential: Credential?

    var isUserVerified: Bool { flags.contains(.userVerified) }
    var isBackupEligible: Bool { flags.contains(.backupEligible) }
    var isBackedUp: Bool { flags.contains(.backedUp) }

    /// Parses authenticator data; bytes after it are an error.
    init(_ bytes: Data) throws(WebAuthnError) {
        guard bytes.count <= WebAuthnLimits.authenticatorData else { throw .oversized }
        var rest = ByteReader(bytes)
        relyingPartyHash = try rest.take(32)
        flags = Flags(rawValue: UInt8(try rest.number(1)))
        signCount = UInt32(try rest.number(4))
        credential = flags.contains(.credential) ? try Self.credential(&rest) : nil
        // Extensions are accepted whether requested or not (WebAuthn Level 3 §7.1), and have no effect.
        if flags.contains(.extensions) {
            let (value, _) = try rest.item()
            guard let extensions = value.map, extensions.keys.allSatisfy({ $0.text != nil }) else {
                throw .malformedAuthenticatorData
            }
        }
        guard rest.isAtEnd else { throw .malformedAuthenticatorData }
    }

    private static func credential(_ rest: inout ByteReader) throws(WebAuthnError) -> Credential {
        let aaguid = UUID(exactBytes: try rest.take(16))
        let length = try rest.number(2)
        guard (1...WebAuthnLimits.credentialID).contains(length) else { throw .malformedAuthenticatorData }
        let id = try rest.take(length)
        let (value, bytes) = try rest.item()
        return Credential(aaguid: aaguid, id: id, publicKey: bytes, key: try CredentialPublicKey(value))
    }

    /// Verifies relying party and flags (WebAuthn Level 3 §7.1 and §7.2: steps for the authenticator data).
    func verify(relyingPartyID: String, requiresUserVerification: Bool) throws(WebAuthnError) {
        guard relyingPartyHash == SHA256Digest.of(relyingPartyID) else { throw .wrongRelyingParty }
        guard flags.contains(.userPresent) else { throw .userNotPresent }
        guard isUserVerified || !requiresUserVerification else { throw .userNotVerified }
        guard isBackupEligible || !isBackedUp else { throw .backedUpWithoutEligibility }
    }
}

/// A position in authenticator data.
private struct ByteReader {
    private var rest: Data

    init(_ bytes: Data) {
        rest = Data(bytes)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ count: Int) throws(WebAuthnError) -> Data {
        guard rest.count >= count else { throw .malformedAuthenticatorData }
        defer { rest = rest.dropFirst(count) }
        return Data(rest.prefix(count))
    }

    /// Reads a big-endian number.
    mutating func number(_ count: Int) throws(WebAuthnError) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a CBOR item; returns it with its bytes.
    mutating func item() throws(WebAuthnError) -> (value: CBORValue, bytes: Data) {
        do {
            var reader = try CBORReader(rest)
            let value = try reader.next()
            return (value, try take(reader.consumed))
        } catch {
            throw .malformedAuthenticatorData
        }
    }
}

extension UUID {
    /// Creates a UUID of 16 bytes, verbatim; missing ones are zero.
    init(exactBytes bytes: Data) {
        var rest = bytes.makeIterator()
        func byte() -> UInt8 { rest.next() ?? 0 }
        self.init(
            uuid: (
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte(),
                byte(), byte(), byte(), byte(), byte(), byte(), byte(), byte()
            )
        )
    }
}
