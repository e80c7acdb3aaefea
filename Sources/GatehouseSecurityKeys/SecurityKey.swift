import CFido2
import Foundation
import GatehouseWire

/// The way in which a key verifies its user.
enum UserVerification: Sendable {
    case none
    /// By a fingerprint, for example.
    case builtIn
    case pin(Secret)
}

/// An open security key.
@safe struct SecurityKey {
    /// The features of a key that decide about its prompts.
    struct Features: Sendable {
        let hasPIN: Bool
        /// Whether the key has enrolled fingerprints, for example.
        let verifiesUser: Bool
    }

    /// A passkey that was created.
    struct Created: Sendable {
        let id: Data
        let attestationObject: Data
        let isDiscoverable: Bool
    }

    /// A signature by one of the key's passkeys.
    struct Signature: Sendable {
        let id: Data
        let authenticatorData: Data
        let signature: Data
        let userHandle: Data?
        let userName: String
    }

    private let device: OpaquePointer

    @unsafe init(device: OpaquePointer) {
        unsafe self.device = device
    }

    var features: Features {
        Features(
            hasPIN: unsafe fido_dev_has_pin(device),
            verifiesUser: unsafe fido_dev_has_uv(device)
        )
    }

    // MARK: Creation

    /// Creates a passkey.
    func create(
        _ options: PublicKeyCredentialCreationOptions,
        clientData: Data,
        verification: UserVerification
    ) throws(SecurityKeyError) -> Created {
        let preference = options.authenticatorSelection?.residentKey
        guard preference != .discouraged else {
            return try create(options, clientData, verification: verification, isDiscoverable: false)
        }
        do throws(SecurityKeyError) {
            return try create(options, clientData, verification: verification, isDiscoverable: true)
        } catch {
            // A key without storage, or without space.
            guard preference != .required, error == .failed(FIDO_ERR_UNSUPPORTED_OPTION) || error == .storageFull
            else { throw error }
            return try create(options, clientData, verification: verification, isDiscoverable: false)
        }
    }

    private func create(
        _ options: PublicKeyCredentialCreationOptions,
        _ clientData: Data,
        verification: UserVerification,
        isDiscoverable: Bool
    ) throws(SecurityKeyError) -> Created {
        guard let credential = unsafe fido_cred_new() else { throw .failed(FIDO_ERR_INTERNAL) }
        defer {
            var credential: OpaquePointer? = unsafe credential
            unsafe fido_cred_free(&credential)
        }
        let algorithms = options.parameters.map(\.algorithm)
        guard let algorithm = algorithms.first(where: { [.es256, .edDSA].contains($0) }) else {
            throw .failed(FIDO_ERR_UNSUPPORTED_ALGORITHM)
        }
        try check(unsafe fido_cred_set_type(credential, Int32(algorithm.rawValue)))
        try check(unsafe clientData.withBytes { unsafe fido_cred_set_clientdata(credential, $0, $1) })
        try check(unsafe fido_cred_set_rp(credential, options.relyingParty.id, options.relyingParty.name))
        let user = options.user
        try check(
            unsafe user.id.withBytes {
                unsafe fido_cred_set_user(credential, $0, $1, user.name, user.displayName, nil)
            }
        )
        for excluded in options.excludedCredentials {
            try check(unsafe excluded.id.withBytes { unsafe fido_cred_exclude(credential, $0, $1) })
        }
        if isDiscoverable { try check(unsafe fido_cred_set_rk(credential, FIDO_OPT_TRUE)) }
        if case .builtIn = verification { try check(unsafe fido_cred_set_uv(credential, FIDO_OPT_TRUE)) }
        try setTimeout(options.timeout)
        try check(unsafe fido_dev_make_cred(device, credential, verification.pin))
        let id = unsafe Data(fido_cred_id_ptr(credential), fido_cred_id_len(credential))
        let encoded = unsafe Data(fido_cred_authdata_ptr(credential), fido_cred_authdata_len(credential))
        guard let id, let encoded else { throw .failed(FIDO_ERR_INTERNAL) }
        return Created(
            id: id,
            attestationObject: Self.attestationObject(authenticatorData: encoded),
            isDiscoverable: isDiscoverable
        )
    }

    /// Returns an attestation object without a statement (WebAuthn Level 3 §6.5.4, §8.7).
    ///
    /// - Parameter encoded: The authenticator data as a CBOR byte string.
    /// - Returns: The object in CBOR.
    private static func attestationObject(authenticatorData encoded: Data) -> Data {
        var object = Data([0xA3])
        object += [0x63] + Data("fmt".utf8) + [0x64] + Data("none".utf8)
        object += [0x67] + Data("attStmt".utf8) + [0xA0]
        return object + [0x68] + Data("authData".utf8) + encoded
    }

    // MARK: Signatures

    /// Signs with one of the allowed passkeys; without a list, with every passkey of the domain.
    func sign(
        _ options: PublicKeyCredentialRequestOptions,
        clientData: Data,
        verification: UserVerification
    ) throws(SecurityKeyError) -> [Signature] {
        guard let assertion = unsafe fido_assert_new() else { throw .failed(FIDO_ERR_INTERNAL) }
        defer {
            var assertion: OpaquePointer? = unsafe assertion
            unsafe fido_assert_free(&assertion)
        }
        try check(unsafe clientData.withBytes { unsafe fido_assert_set_clientdata(assertion, $0, $1) })
        try check(unsafe fido_assert_set_rp(assertion, options.relyingPartyID))
        for allowed in options.allowedCredentials {
            try check(unsafe allowed.id.withBytes { unsafe fido_assert_allow_cred(assertion, $0, $1) })
        }
        if case .builtIn = verification { try check(unsafe fido_assert_set_uv(assertion, FIDO_OPT_TRUE)) }
        try setTimeout(options.timeout)
        try check(unsafe fido_dev_get_assert(device, assertion, verification.pin))
        var signatures: [Signature] = []
        for index in 0..<(unsafe fido_assert_count(assertion)) {
            signatures.append(try unsafe signature(index, in: assertion, for: options))
        }
        guard !signatures.isEmpty else { throw .noPasskey }
        return signatures
    }

    private func signature(
        _ index: Int,
        in assertion: OpaquePointer,
        for options: PublicKeyCredentialRequestOptions
    ) throws(SecurityKeyError) -> Signature {
        let id = unsafe Data(fido_assert_id_ptr(assertion, index), fido_assert_id_len(assertion, index))
        let encoded = unsafe Data(
            fido_assert_authdata_ptr(assertion, index),
            fido_assert_authdata_len(assertion, index)
        )
        let signature = unsafe Data(fido_assert_sig_ptr(assertion, index), fido_assert_sig_len(assertion, index))
        // A key need not repeat the ID of the only allowed passkey (CTAP 2.1 §6.2.2).
        let only = options.allowedCredentials.count == 1 ? options.allowedCredentials.first?.id : nil
        guard let id = id ?? only, let data = encoded.flatMap(Self.byteString), let signature else {
            throw .failed(FIDO_ERR_INTERNAL)
        }
        let name = unsafe fido_assert_user_name(assertion, index).map { unsafe String(cString: $0) }
        return Signature(
            id: id,
            authenticatorData: data,
            signature: signature,
            userHandle: unsafe Data(
                fido_assert_user_id_ptr(assertion, index),
                fido_assert_user_id_len(assertion, index)
            ),
            userName: name ?? "Account \(index + 1)"
        )
    }

    /// Returns the content of a CBOR byte string (RFC 8949 §3.1).
    static func byteString(_ encoded: Data) -> Data? {
        guard let first = encoded.first else { return nil }
        let bytes = encoded.dropFirst()
        let (lengthBytes, short): (Int, Int) =
            switch first {
            case 0x40...0x57: (0, Int(first - 0x40))
            case 0x58: (1, 0)
            case 0x59: (2, 0)
            default: (-1, 0)
            }
        guard lengthBytes >= 0, bytes.count >= lengthBytes else { return nil }
        let length = bytes.prefix(lengthBytes).reduce(short) { $0 << 8 | Int($1) }
        let content = bytes.dropFirst(lengthBytes)
        return content.count == length ? Data(content) : nil
    }

    // MARK: Results

    /// Sets the time limit for the user, at most ten minutes.
    private func setTimeout(_ milliseconds: Int?) throws(SecurityKeyError) {
        let limit = min(max(milliseconds ?? 60_000, 10_000), 600_000)
        try check(unsafe fido_dev_set_timeout(device, Int32(limit)))
    }

    private func check(_ code: Int32) throws(SecurityKeyError) {
        guard code == FIDO_OK else { throw SecurityKeyError(code) }
    }
}

extension UserVerification {
    /// The PIN for the library.
    fileprivate var pin: String? {
        if case .pin(let pin) = self { pin.reveal() } else { nil }
    }
}

extension Data {
    /// Copies bytes of the library; `nil` if there are none.
    fileprivate init?(_ pointer: UnsafePointer<UInt8>?, _ count: Int) {
        guard let pointer = unsafe pointer, count > 0 else { return nil }
        self = unsafe Data(bytes: pointer, count: count)
    }

    /// Calls the body with the bytes and their number.
    fileprivate func withBytes(_ body: (UnsafePointer<UInt8>?, Int) -> Int32) -> Int32 {
        unsafe withUnsafeBytes { buffer in
            unsafe body(buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count)
        }
    }
}
