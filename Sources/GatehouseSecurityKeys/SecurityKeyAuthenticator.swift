import CFido2
import Foundation
package import Gatehouse
import GatehouseThreads
package import GatehouseWire

/// Security keys at the machine's USB ports (CTAP 2, and U2F for second factors).
package struct SecurityKeyAuthenticator: PasskeyAuthenticator {
    private static let thread = ThreadPool(name: "security key", threads: 1)

    private let prompts: SecurityKeyPrompts
    private let connector: SecurityKeyConnector

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - prompts: The prompts for the user.
    ///   - connector: Finds and opens the keys.
    package init(prompts: SecurityKeyPrompts, connector: SecurityKeyConnector = .usb) {
        self.prompts = prompts
        self.connector = connector
    }

    package func createPasskey(
        _ options: PublicKeyCredentialCreationOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyRegistration {
        let clientData = Self.clientData("webauthn.create", challenge: options.challenge, origin: origin)
        let requirement = options.authenticatorSelection?.userVerification
        let created = try await perform(verifyingUser: requirement) { key, verification throws(SecurityKeyError) in
            try key.create(options, clientData: clientData, verification: verification)
        }
        return PasskeyRegistration(
            id: created.id,
            authenticatorAttachment: .crossPlatform,
            response: .init(
                clientDataJSON: clientData,
                attestationObject: created.attestationObject,
                transports: [.usb]
            ),
            clientExtensionResults: ["credProps": ["rk": .bool(created.isDiscoverable)]]
        )
    }

    package func signWithPasskey(
        _ options: PublicKeyCredentialRequestOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyAssertion {
        let clientData = Self.clientData("webauthn.get", challenge: options.challenge, origin: origin)
        let signatures = try await perform(verifyingUser: options.userVerification) {
            key,
            verification throws(SecurityKeyError) in
            try key.sign(options, clientData: clientData, verification: verification)
        }
        let chosen = signatures.count > 1 ? try await prompts.choose(signatures.map(\.userName)) : 0
        guard signatures.indices.contains(chosen) else { throw .cancelled("No account was chosen.") }
        let signature = signatures[chosen]
        return PasskeyAssertion(
            id: signature.id,
            authenticatorAttachment: .crossPlatform,
            response: .init(
                clientDataJSON: clientData,
                authenticatorData: signature.authenticatorData,
                signature: signature.signature,
                userHandle: signature.userHandle
            )
        )
    }

    /// Returns the client data (WebAuthn Level 3 §5.8.1).
    private static func clientData(_ type: String, challenge: Data, origin: String) -> Data {
        JSONCoding.encode(
            [
                "type": .string(type), "challenge": .string(Base64URL.encode(challenge)), "origin": .string(origin),
                "crossOrigin": false,
            ] as JSONValue
        )
    }
}

extension SecurityKeyAuthenticator {
    /// The number of PINs that a key accepts before it must be inserted again.
    private static let pinAttempts = 3

    /// Performs an operation with the connected key, after its PIN if required, and repeats it after a wrong PIN.
    private func perform<Value: Sendable>(
        verifyingUser requirement: WebAuthnRequirement?,
        _ operation: @escaping @Sendable (SecurityKey, UserVerification) throws(SecurityKeyError) -> Value
    ) async throws(AuthError) -> Value {
        let path = try await connectedKey()
        let features = try await run(at: path) { key throws(SecurityKeyError) in key.features }
        var attempts = 0
        while true {
            let verification = try await verification(requirement, by: features)
            prompts.touch()
            do throws(AuthError) {
                return try await run(at: path) { key throws(SecurityKeyError) in try operation(key, verification) }
            } catch {
                attempts += 1
                guard error == SecurityKeyError.wrongPIN.authError, attempts < Self.pinAttempts else { throw error }
                prompts.wrongPIN()
            }
        }
    }

    private func verification(
        _ requirement: WebAuthnRequirement?,
        by features: SecurityKey.Features
    ) async throws(AuthError) -> UserVerification {
        guard requirement != .discouraged else { return .none }
        if features.verifiesUser { return .builtIn }
        if features.hasPIN { return .pin(Secret(try await prompts.pin())) }
        guard requirement != .required else { throw SecurityKeyError.missingPIN.authError }
        return .none
    }

    private func connectedKey() async throws(AuthError) -> String {
        let paths: [String]
        do throws(WorkRejection) {
            paths = try await Self.thread.run { [connector] in connector.paths() }
        } catch {
            throw .cancelled()
        }
        guard let path = paths.first else { throw SecurityKeyError.notConnected.authError }
        guard paths.count == 1 else { throw SecurityKeyError.severalConnected.authError }
        return path
    }

    /// Runs an operation on the thread, with the key opened; a cancelled task cancels it.
    private func run<Value: Sendable>(
        at path: String,
        _ operation: @escaping @Sendable (SecurityKey) throws(SecurityKeyError) -> Value
    ) async throws(AuthError) -> Value {
        let handle = SecurityKeyHandle()
        let result = await withTaskCancellationHandler { () async -> Result<Value, SecurityKeyError> in
            do throws(WorkRejection) {
                return try await Self.thread.run { [connector] in
                    do throws(SecurityKeyError) {
                        return .success(try handle.opened(connector, at: path, operation))
                    } catch {
                        return .failure(error)
                    }
                }
            } catch {
                return .failure(.cancelled)
            }
        } onCancel: {
            handle.cancel()
        }
        do throws(SecurityKeyError) { return try result.get() } catch { throw error.authError }
    }
}

/// The prompts for the user of a security key.
package struct SecurityKeyPrompts: Sendable {
    /// Asks for the PIN.
    let pin: @Sendable () async throws(AuthError) -> String
    /// Reports that the PIN was wrong.
    let wrongPIN: @Sendable () -> Void
    /// Asks to touch the key.
    let touch: @Sendable () -> Void
    /// Asks which account to use, and returns its index.
    let choose: @Sendable (_ names: [String]) async throws(AuthError) -> Int

    /// Creates prompts.
    package init(
        pin: @escaping @Sendable () async throws(AuthError) -> String,
        wrongPIN: @escaping @Sendable () -> Void,
        touch: @escaping @Sendable () -> Void,
        choose: @escaping @Sendable (_ names: [String]) async throws(AuthError) -> Int
    ) {
        self.pin = pin
        self.wrongPIN = wrongPIN
        self.touch = touch
        self.choose = choose
    }
}
