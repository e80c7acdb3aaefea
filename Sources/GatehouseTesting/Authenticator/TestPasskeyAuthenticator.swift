import Crypto
public import Foundation
public import Gatehouse
import GatehouseConcurrency
public import GatehouseWire

/// A passkey of a ``TestPasskeyAuthenticator``.
public struct TestPasskey: Sendable, Hashable, Identifiable {
    /// The credential ID.
    public let id: Data
    /// The domain that the passkey is bound to.
    public let relyingPartyID: String
    /// The handle of the user: the user's identifier in tokens, as UTF-8.
    public let userHandle: Data
    /// The name of the account.
    public let userName: String
}

/// A software authenticator with passkeys: that of a user's device, or a security key.
///
/// ```swift
/// let device = server.device(of: ada)
/// try await ada.addPasskey(on: device)
/// device.passkeys.verifiesUser = false
/// device.passkeys.failNext(with: .cancelled)
/// ```
///
/// The apps of a ``TestDevice`` use it as the system's, and its browser uses it on the hosted pages. All passkeys are
/// discoverable, and their key is of ES256.
public final class TestPasskeyAuthenticator: PasskeyAuthenticator {
    /// A kind of authenticator.
    public enum Kind: Sendable, Hashable {
        /// A part of the device, which verifies the user and syncs passkeys with the user's other devices.
        case platform
        /// A security key without PIN: it does not verify the user, counts signatures, and its passkeys never leave it.
        case securityKey
    }

    /// The copies of a passkey on other devices (WebAuthn Level 3 §6.1.3).
    public enum Backup: Sendable, Hashable {
        /// The passkey never leaves the authenticator.
        case notEligible
        /// The passkey can be copied and has not been.
        case eligible
        /// The passkey is copied.
        case backedUp
    }

    private struct Passkey: Sendable {
        let passkey: TestPasskey
        let key: P256.Signing.PrivateKey
        /// Whether it can be copied, which never changes.
        let isBackupEligible: Bool

        /// Returns another passkey of the user, which was never registered.
        func unknown() -> Passkey {
            let key = P256.Signing.PrivateKey()
            let passkey = TestPasskey(
                id: Data(SHA256.hash(data: key.publicKey.rawRepresentation)),
                relyingPartyID: passkey.relyingPartyID,
                userHandle: passkey.userHandle,
                userName: passkey.userName
            )
            return Passkey(passkey: passkey, key: key, isBackupEligible: isBackupEligible)
        }
    }

    private struct State: Sendable {
        var verifiesUser: Bool
        var backup: Backup
        var signatureCount: UInt32?
        var passkeys: [Passkey] = []
        var requests = 0
    }

    /// The kind of the authenticator.
    public let kind: Kind
    private let server: TestServer
    private let state: Mutex<State>
    private let faults = FactorFaultQueue<PasskeyFault>()

    /// Creates an authenticator without passkeys.
    ///
    /// - Parameters:
    ///   - kind: The kind, which determines the other properties.
    ///   - server: The server of the passkeys.
    public init(_ kind: Kind = .platform, on server: TestServer) {
        self.kind = kind
        self.server = server
        state = Mutex(
            kind == .platform
                ? State(verifiesUser: true, backup: .backedUp, signatureCount: nil)
                : State(verifiesUser: false, backup: .notEligible, signatureCount: 0)
        )
    }

    /// A Boolean value that indicates whether the authenticator verifies the user by PIN or biometrics.
    ///
    /// Without it, requests that require the verification fail with `passkeyUnavailable`.
    public var verifiesUser: Bool {
        get { state.withLock(\.verifiesUser) }
        set { state.withLock { $0.verifiesUser = newValue } }
    }

    /// The copies of the passkeys on other devices; existing passkeys stay eligible for copies, or not.
    public var backup: Backup {
        get { state.withLock(\.backup) }
        set { state.withLock { $0.backup = newValue } }
    }

    /// The signature counter, which each signature increments first; `nil` for an authenticator without one, which
    /// sends 0.
    ///
    /// A lower value simulates a cloned authenticator.
    public var signatureCount: UInt32? {
        get { state.withLock(\.signatureCount) }
        set { state.withLock { $0.signatureCount = newValue } }
    }

    /// The passkeys in the order of their creation.
    public var passkeys: [TestPasskey] { state.withLock { $0.passkeys.map(\.passkey) } }

    /// The number of requests to create or use a passkey, including failed ones.
    public var requestCount: Int { state.withLock(\.requests) }

    /// Removes a passkey, which the server does not notice.
    ///
    /// - Parameter id: The credential ID.
    public func remove(_ id: TestPasskey.ID) {
        state.withLock { $0.passkeys.removeAll { $0.passkey.id == id } }
    }

    /// Injects a fault into the next request that it applies to; several faults apply one after the other.
    ///
    /// - Parameter fault: The fault. Creating a passkey fails with `cancelled` and `expiredChallenge` only.
    public func failNext(with fault: PasskeyFault) {
        faults.append(fault)
    }

    /// Removes all faults that have not occurred.
    public func clearFaults() {
        faults.clear()
    }

    /// Creates a passkey.
    ///
    /// - Parameters:
    ///   - options: The options of the server.
    ///   - origin: The origin of the server or page.
    /// - Returns: The response of the authenticator, without attestation.
    /// - Throws: `AuthError`: `cancelled` after a fault; `passkeyAlreadyAdded` for an account that has a passkey here;
    ///   `passkeyUnavailable` if the options do not allow this authenticator.
    public func createPasskey(
        _ options: PublicKeyCredentialCreationOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyRegistration {
        state.withLock { $0.requests += 1 }
        switch faults.next(where: { [.cancelled, .expiredChallenge].contains($0) }) {
        case .cancelled?: throw .cancelled("The test cancelled the passkey.")
        case .expiredChallenge?: server.expireChallenges()
        default: break
        }
        let selection = options.authenticatorSelection
        guard options.parameters.contains(where: { $0.algorithm == .es256 }),
            selection?.authenticatorAttachment.map({ $0 == attachment }) ?? true
        else { throw .unusable("The server does not accept this kind of authenticator.") }
        let isVerified = try verify(selection?.userVerification)
        let known = Set(options.excludedCredentials.map(\.id))
        guard !passkeys.contains(where: { known.contains($0.id) }) else {
            throw AuthError(.passkeyAlreadyAdded, "The authenticator has a passkey of the account.")
        }
        let key = P256.Signing.PrivateKey()
        let id = Data(SHA256.hash(data: key.publicKey.rawRepresentation))
        let created = TestPasskey(
            id: id,
            relyingPartyID: options.relyingParty.id ?? "",
            userHandle: options.user.id,
            userName: options.user.name
        )
        let data = state.withLock { state in
            let passkey = Passkey(passkey: created, key: key, isBackupEligible: state.backup != .notEligible)
            state.passkeys.append(passkey)
            return Self.data(of: passkey, isVerified: isVerified, isNew: true, in: &state)
        }
        let object = EncodableCBOR.attestationObject(data: data).map { (EncodableCBOR.text($0.0), $0.1) }
        return PasskeyRegistration(
            id: id,
            authenticatorAttachment: attachment,
            response: .init(
                clientDataJSON: ClientData.encode("webauthn.create", challenge: options.challenge, origin: origin),
                attestationObject: EncodableCBOR.map(object).encoded,
                transports: kind == .platform ? [.builtIn, .hybrid] : [.usb, .nfc]
            ),
            clientExtensionResults: options.extensions?["credProps"] == nil ? [:] : ["credProps": ["rk": true]]
        )
    }

    /// Signs with the newest accepted passkey.
    ///
    /// - Parameters:
    ///   - options: The options of the server.
    ///   - origin: The origin of the server or page.
    /// - Returns: The response of the authenticator.
    /// - Throws: `AuthError`: `cancelled` after a fault; `passkeyUnavailable` without an accepted passkey.
    public func signWithPasskey(
        _ options: PublicKeyCredentialRequestOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyAssertion {
        state.withLock { $0.requests += 1 }
        let fault = faults.next()
        if fault == .cancelled { throw .cancelled("The test cancelled the passkey.") }
        let isVerified = try verify(options.userVerification)
        guard var passkey = passkey(for: options) else {
            throw .unusable("The authenticator has no passkey that the server accepts.")
        }
        try await apply(fault, to: passkey.passkey.userHandle)
        if fault == .unknownPasskey { passkey = passkey.unknown() }
        let client = ClientData.encode("webauthn.get", challenge: options.challenge, origin: origin)
        let data = state.withLock { state in
            if let count = state.signatureCount { state.signatureCount = count &+ 1 }
            return Self.data(of: passkey, isVerified: isVerified, isNew: false, in: &state)
        }
        do {
            return PasskeyAssertion(
                id: passkey.passkey.id,
                authenticatorAttachment: attachment,
                response: .init(
                    clientDataJSON: client,
                    authenticatorData: data,
                    signature: try passkey.key.signature(for: data + Data(SHA256.hash(data: client))).derRepresentation,
                    userHandle: passkey.passkey.userHandle
                )
            )
        } catch {
            throw .unusable("The authenticator cannot sign.", underlying: "\(error)")
        }
    }

    /// Returns whether the authenticator has a passkey for the options.
    func canSign(_ options: PublicKeyCredentialRequestOptions) -> Bool { passkey(for: options) != nil }

    private var attachment: AuthenticatorAttachment { kind == .platform ? .platform : .crossPlatform }

    private func passkey(for options: PublicKeyCredentialRequestOptions) -> Passkey? {
        let allowed = Set(options.allowedCredentials.map(\.id))
        return state.withLock(\.passkeys).last { passkey in
            passkey.passkey.relyingPartyID == options.relyingPartyID
                && (allowed.isEmpty || allowed.contains(passkey.passkey.id))
        }
    }

    private func verify(_ requirement: WebAuthnRequirement?) throws(AuthError) -> Bool {
        guard verifiesUser || requirement != .required else {
            throw .unusable("The authenticator cannot verify the user.")
        }
        return verifiesUser && requirement != .discouraged
    }

    private func apply(_ fault: PasskeyFault?, to userHandle: Data) async throws(AuthError) {
        let user = String(decoding: userHandle, as: UTF8.self)
        do {
            switch fault {
            case .expiredChallenge?: server.expireChallenges()
            case .removedFactor?: try await server.users.removeFactors(of: user)
            case .rateLimit?: try await server.users.exhaustFactorAttempts(of: user)
            default: break
            }
        } catch {
            throw .unusable("The fault is not possible.", underlying: "\(error)")
        }
    }

    private static func data(of passkey: Passkey, isVerified: Bool, isNew: Bool, in state: inout State) -> Data {
        var flags: AuthenticatorData.Flags = isVerified ? [.userPresent, .userVerified] : [.userPresent]
        if passkey.isBackupEligible {
            flags.insert(.backupEligible)
            if state.backup == .backedUp { flags.insert(.backedUp) }
        }
        var data = AuthenticatorData(
            relyingPartyID: passkey.passkey.relyingPartyID,
            flags: flags,
            signCount: state.signatureCount ?? 0
        )
        if isNew {
            data.flags.insert(.credential)
            data.credential = AuthenticatorData.Credential(
                aaguid: Data(count: 16),
                id: passkey.passkey.id,
                publicKey: .map(EncodableCBOR.coseMembers(passkey.key.publicKey))
            )
        }
        return data.encoded
    }
}

extension AuthError {
    fileprivate static func unusable(_ message: String, underlying: String? = nil) -> AuthError {
        AuthError(.passkeyUnavailable, message, underlying: underlying)
    }
}
