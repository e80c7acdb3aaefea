import GatehouseConcurrency

/// The second factors that a user has at hand: the device's passkeys, an authenticator app and recovery codes.
///
/// Two devices of one user can share them: `server.device(of: ada, factors: phone.factors)`.
public final class TestFactors: Sendable {
    /// The authenticator with the user's passkeys.
    public let passkeys: TestPasskeyAuthenticator
    /// The authenticator app.
    public let authenticatorApp: TestAuthenticatorApp
    let server: TestServer
    private let keptCodes = Mutex<[String]>([])

    /// Creates factors that are not enrolled.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - passkeys: The authenticator for passkeys; by default the device's own.
    ///   - authenticatorApp: The authenticator app; by default one without accounts.
    public init(
        on server: TestServer,
        passkeys: TestPasskeyAuthenticator? = nil,
        authenticatorApp: TestAuthenticatorApp? = nil
    ) {
        self.server = server
        self.passkeys = passkeys ?? TestPasskeyAuthenticator(on: server)
        self.authenticatorApp = authenticatorApp ?? TestAuthenticatorApp(on: server)
    }

    /// The unused recovery codes that the user has kept.
    ///
    /// The user keeps those of ``ScriptedUser/enrolAuthenticatorApp(on:named:)`` and of the hosted pages, and uses each
    /// once.
    public var recoveryCodes: [String] {
        get { keptCodes.withLock { $0 } }
        set { keptCodes.withLock { $0 = newValue } }
    }

    /// Removes and returns the first recovery code.
    func takeRecoveryCode() -> String? {
        keptCodes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
