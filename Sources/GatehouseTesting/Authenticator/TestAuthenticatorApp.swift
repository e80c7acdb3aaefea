import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseWire

/// An authenticator app (RFC 6238) with the clock of a ``TestServer``.
///
/// ```swift
/// let enrolment = try await session.account.enrolAuthenticatorApp()
/// try device.authenticatorApp.add(enrolment.setup.keyURI)
/// try await enrolment.confirm(code: device.authenticatorApp.code())
/// ```
public final class TestAuthenticatorApp: Sendable {
    private struct Entry: Sendable {
        let account: String
        let secret: TimeBasedSecret
        var lastStep: Int64?
    }

    private let server: TestServer
    private let entries = Mutex<[Entry]>([])
    private let faults = FactorFaultQueue<AuthenticatorAppFault>()

    /// Creates an app without accounts.
    ///
    /// - Parameter server: The server, whose clock the app uses.
    public init(on server: TestServer) {
        self.server = server
    }

    /// The accounts in the order in which they were added, as named by the key URIs.
    public var accounts: [String] { entries.withLock { $0.map(\.account) } }

    /// Adds an account from the key URI, as the app does with a QR code; replaces an account of the same name.
    ///
    /// - Parameter keyURI: The key URI, such as that of `AuthenticatorAppSetup` or of Entra's tenants.
    /// - Throws: ``TestServerError`` if the URI is not one of a Gatehouse server.
    public func add(_ keyURI: String) throws(TestServerError) {
        guard let components = URLComponents(string: keyURI), components.scheme == "otpauth",
            components.host == "totp",
            let secret = components.queryItems?.first(where: { $0.name == "secret" })?.value,
            let account = components.path.split(whereSeparator: { "/:".contains($0) }).last
        else { throw TestServerError("\(keyURI) is not a key URI.") }
        try add(secret: secret, account: String(account))
    }

    /// Adds an account from the secret, as a user does who enters it by hand; replaces an account of the same name.
    ///
    /// - Parameters:
    ///   - secret: The secret in Base32; spaces are ignored.
    ///   - account: The name of the account.
    /// - Throws: ``TestServerError`` if the secret is not one of a Gatehouse server.
    public func add(secret: String, account: String) throws(TestServerError) {
        let bytes = Base32.decode(secret.filter { !$0.isWhitespace })
        guard let secret = bytes.flatMap({ TimeBasedSecret(bytes: $0) }) else {
            throw TestServerError("The secret of \(account) is not 20 bytes in Base32.")
        }
        entries.withLock { entries in
            entries.removeAll { $0.account == account }
            entries.append(Entry(account: account, secret: secret))
        }
    }

    /// Removes an account, which the server does not notice.
    ///
    /// - Parameter account: The name of the account.
    public func remove(_ account: String) {
        entries.withLock { $0.removeAll { $0.account == account } }
    }

    /// Returns the current code.
    ///
    /// The server accepts each code once. If the current code was returned before, the clock advances to the next one,
    /// by at most 30 seconds.
    ///
    /// - Parameter account: The name of the account; `nil` for the one that was added last.
    /// - Returns: Six digits.
    /// - Throws: ``TestServerError`` if the app does not have the account; any error of the server's store, for faults.
    public func code(of account: String? = nil) async throws -> String {
        guard let name = account ?? accounts.last, accounts.contains(name) else {
            throw TestServerError("The authenticator app has no account \(account ?? "").")
        }
        let fault = faults.next()
        switch fault {
        case .expiredChallenge?: server.expireChallenges()
        case .removedFactor?: try await server.users.removeFactors(of: name)
        case .rateLimit?: try await server.users.exhaustFactorAttempts(of: name)
        case .wrongCode?, nil: break
        }
        guard let (secret, step) = nextStep(of: name) else {
            throw TestServerError("The clock shows a time before 1970.")
        }
        return fault == .wrongCode ? Self.wrongCode(of: secret, at: step) : secret.code(step: step)
    }

    /// Injects a fault into the next use of a code; several faults apply one after the other.
    ///
    /// - Parameter fault: The fault.
    public func failNext(with fault: AuthenticatorAppFault) {
        faults.append(fault)
    }

    /// Removes all faults that have not occurred.
    public func clearFaults() {
        faults.clear()
    }

    private func nextStep(of account: String) -> (TimeBasedSecret, Int64)? {
        let next: (entry: Entry, step: Int64)? = entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.account == account }),
                let current = TimeBasedSecret.step(at: server.clock.now)
            else { return nil }
            let step = max(current, (entries[index].lastStep ?? -1) + 1)
            entries[index].lastStep = step
            return (entries[index], step)
        }
        guard let next else { return nil }
        let start = Date(timeIntervalSince1970: Double(next.step) * Double(TimeBasedSecret.period))
        if start > server.clock.now { server.clock.advance(by: start.timeIntervalSince(server.clock.now)) }
        return (next.entry.secret, next.step)
    }

    /// Returns a code that the server does not accept at any step near this one.
    private static func wrongCode(of secret: TimeBasedSecret, at step: Int64) -> String {
        let accepted = Set((max(0, step - 1)...(step + 1)).map { secret.code(step: $0) })
        return (0...3).map { "00000\($0)" }.first { !accepted.contains($0) } ?? "000004"
    }
}
