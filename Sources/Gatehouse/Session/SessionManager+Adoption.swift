import GatehouseWire

extension SessionManager {
    /// Returns the session that an imported refresh token was exchanged for, if it could not be stored yet: the token
    /// itself is spent.
    ///
    /// Waits for an exchange that a cancelled caller has started.
    ///
    /// - Parameter importFingerprint: The fingerprint of the token.
    /// - Returns: The session, not stored yet; `nil` if the token has not been exchanged.
    /// - Throws: `cancelled` if the task was cancelled before.
    func refreshedImport(of importFingerprint: String?) async throws(AuthError) -> StoredSession? {
        guard let importFingerprint else { return nil }
        if let refresh = runningImports[importFingerprint] { _ = try await outcome(of: refresh) }
        return refreshedImports[importFingerprint]
    }

    /// Stores an imported session and makes it current.
    ///
    /// - Throws: ``AuthError`` with a `store…` code if it cannot be stored; nothing has changed then.
    func commitImported(_ session: StoredSession) async throws(AuthError) {
        try await add(session, revoking: false)
        if let importFingerprint = session.importFingerprint { refreshedImports[importFingerprint] = nil }
    }

    /// Exchanges the refresh token of an imported session and remembers the result for the next import of the token.
    ///
    /// - Returns: The tokens or the failure. They are remembered even if a cancelled caller does not wait for them.
    /// - Throws: `cancelled` if the task was cancelled before.
    func refreshImported(_ session: StoredSession) async throws(AuthError) -> RefreshOutcome {
        let refresh = start("gatehouse import") { manager in
            let outcome = await manager.server.refresh(session, for: AccessTokenRequest())
            guard let importFingerprint = session.importFingerprint else { return outcome }
            switch outcome {
            case .refreshed(let tokens):
                manager.refreshedImports[importFingerprint] = session.applying(
                    tokens,
                    requestedBy: AccessTokenRequest()
                )
            case .rejected: manager.refreshedImports[importFingerprint] = nil
            case .failed, .superseded: break
            }
            manager.runningImports[importFingerprint] = nil
            return outcome
        }
        if let importFingerprint = session.importFingerprint { runningImports[importFingerprint] = refresh }
        return try await outcome(of: refresh)
    }

    private func outcome(of refresh: Task<RefreshOutcome, Never>) async throws(AuthError) -> RefreshOutcome {
        let promise = Promise<RefreshOutcome>()
        start("gatehouse import", isWaitedFor: false) { _ in promise.resolve(await refresh.value) }
        guard let outcome = await promise.value else { throw .cancelled() }
        return outcome
    }
}
