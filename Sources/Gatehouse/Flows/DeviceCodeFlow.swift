import Foundation
import GatehouseWire

/// The device authorization grant: sign-in on another device (RFC 8628).
struct DeviceCodeFlow: Sendable {
    /// The maximum delay while the server does not respond.
    private static let longestPause = Duration.seconds(60)

    let service: any SignInService
    let manager: SessionManager
    let gate: InteractionGate
    let sleep: @Sendable (Duration) async throws -> Void

    /// Signs a user in who confirms on another device.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - resources: The requested APIs.
    ///   - prompt: Shows the code.
    /// - Returns: The session, which is current.
    /// - Throws: ``AuthError`` as the public method does.
    func run(
        scopes: ScopeSet,
        resources: [String],
        presenting prompt: @escaping @Sendable (DeviceAuthorizationPrompt) async -> Void
    ) async throws(AuthError) -> StoredSession {
        let request = SignInRequest(
            scopes: manager.service.requiredScopes.union(scopes),
            options: SignInOptions(resources: resources)
        )
        return try await run { () throws(AuthError) in
            let code = try await service.deviceCode(for: request)
            // A prompt that does not return must neither outlive the sign-in nor delay the next one.
            let shown = Promise<Bool>()
            let showing = manager.tasks.start("gatehouse prompt", isWaitedFor: false) {
                await prompt(code.prompt)
                shown.resolve(true)
            }
            guard await shown.value != nil else {
                showing.cancel()
                throw .cancelled()
            }
            return code
        }
    }

    /// Waits for the confirmation of a code when no other sign-in is in progress.
    ///
    /// - Parameter code: Requests the code.
    /// - Returns: The session, which is current.
    /// - Throws: ``AuthError`` as the public method does.
    func run(
        with code: @escaping @Sendable () async throws(AuthError) -> DeviceCodeGrant
    ) async throws(AuthError) -> StoredSession {
        _ = try await manager.sessions()
        return try await gate.run { () throws(AuthError) in
            // Checks the store first: the user must not enter a code for a session that cannot be stored.
            try await manager.persistence.checkWritable()
            let initialSessions = Set(try await manager.sessions().sessions.map(\.id))
            let storedSession = try await redeem(try await code())
            try await SessionCommitter(manager: manager).commit(storedSession, onlyIfCurrentIn: initialSessions)
            return storedSession
        }
    }

    /// Polls at the server's interval until the user has decided.
    ///
    /// The interval grows by five seconds each time the server returns `slow_down`. While the server does not respond,
    /// the delay doubles temporarily (RFC 8628 §3.5). The last request is sent right before the code expires.
    ///
    /// - Parameter code: The code shown to the user.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` as the public method does.
    private func redeem(_ code: DeviceCodeGrant) async throws(AuthError) -> StoredSession {
        var interval = Duration.seconds(code.interval)
        var pause = interval
        while true {
            let left = Duration.seconds(code.deadline.timeIntervalSince(manager.clock.now))
            // A backoff beyond the interval must not delay the last poll until after the expiration.
            let wait = max(interval, min(pause, left - .seconds(1)))
            guard (try? await sleep(min(wait, left))) != nil else { throw .cancelled() }
            guard wait < left else {
                throw AuthError(.flowExpired, "The code has expired. Request a new one.", recovery: .signInAgain)
            }
            let complete: DeviceCodeGrant.Completion
            do throws(AuthError) {
                complete = try await code.poll()
            } catch {
                switch error.response?.error.map(OAuthErrorCode.init) {
                case .authorizationPending?: pause = interval
                case .slowDown?:
                    interval += .seconds(5)
                    pause = interval
                case _ where error.isTransient:
                    pause = max(min(pause * 2, max(Self.longestPause, interval)), error.retryAfter ?? .zero)
                default: throw error
                }
                continue
            }
            return try await complete()
        }
    }
}
