import GatehouseWire

extension SessionKeeper {
    /// What a refresh token that was handed in has become, where its session could not be kept yet: it is worth nothing any more itself.
    ///
    /// Waits for the answer where somebody who did not has asked for it.
    ///
    /// - Parameter origin: Its fingerprint.
    /// - Returns: The session, not stored yet; `nil` when the token is as it was.
    /// - Throws: `cancelled` when the task was cancelled before.
    func renewal(of origin: String?) async throws(AuthError) -> StoredGrant? {
        guard let origin else { return nil }
        if let renewal = renewing[origin] { _ = try await outcome(of: renewal) }
        return renewals[origin]
    }

    /// Stores a session that was taken over, and makes it current.
    ///
    /// - Throws: ``AuthError`` with a `store…` code when it cannot be kept, and then nothing has changed.
    func keepAdopted(_ grant: StoredGrant) async throws(AuthError) {
        try await add(grant, tellingServer: false)
        if let origin = grant.origin { renewals[origin] = nil }
    }

    /// Trades the token of a session that is being taken over for new ones, and takes note of them for the next time it is.
    ///
    /// - Returns: The tokens, or why there are none. They are noted also when whoever is cancelled does not wait for them.
    /// - Throws: `cancelled` when the task was cancelled before.
    func renew(_ grant: StoredGrant) async throws(AuthError) -> RefreshOutcome {
        let renewal = start("gatehouse adoption") { keeper in
            let outcome = await keeper.server.refresh(grant, for: TokenWish())
            guard let origin = grant.origin else { return outcome }
            switch outcome {
            case .renewed(let tokens): keeper.renewals[origin] = grant.renewed(by: tokens, for: TokenWish())
            case .refused: keeper.renewals[origin] = nil
            case .failed, .outdated: break
            }
            keeper.renewing[origin] = nil
            return outcome
        }
        if let origin = grant.origin { renewing[origin] = renewal }
        return try await outcome(of: renewal)
    }

    private func outcome(of renewal: Task<RefreshOutcome, Never>) async throws(AuthError) -> RefreshOutcome {
        let answer = OneShot<RefreshOutcome>()
        start("gatehouse adoption", isWaitedFor: false) { _ in answer.resolve(await renewal.value) }
        guard let outcome = await answer.value else { throw .cancelled() }
        return outcome
    }
}
