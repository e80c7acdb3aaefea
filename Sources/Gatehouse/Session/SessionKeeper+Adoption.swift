import GatehouseWire

extension SessionKeeper {
    /// What a refresh token that was handed in has become, where its session could not be kept yet: it is worth nothing any more itself.
    ///
    /// - Parameter origin: Its fingerprint.
    /// - Returns: The session, not stored yet; `nil` when the token is as it was.
    func renewal(of origin: String?) -> StoredGrant? {
        origin.flatMap { renewals[$0] }
    }

    /// Stores a session that was taken over, and makes it current.
    ///
    /// - Returns: The session, or the one that the same refresh token has made meanwhile.
    /// - Throws: ``AuthError`` with a `store…` code when it cannot be kept, and then nothing has changed.
    func keepAdopted(_ grant: StoredGrant) async throws(AuthError) -> StoredGrant {
        let present = grant.origin.flatMap { origin in known.grants.first { $0.origin == origin } }
        if let present { try await select(present.id) } else { try await add(grant, tellingServer: false) }
        if let origin = grant.origin { renewals[origin] = nil }
        return present ?? grant
    }

    /// Trades the token of a session that is being taken over for new ones, once for all who ask at the same time, and takes note of them for the
    /// next time it is.
    ///
    /// - Returns: The tokens, or why there are none. Who is cancelled does not wait for them, and they are noted all the same.
    func renew(_ grant: StoredGrant, by token: Secret) async -> RefreshOutcome {
        let task =
            renewing[token.fingerprint]
            ?? start("gatehouse adoption") { keeper in
                let outcome = await keeper.server.refresh(grant, for: TokenWish())
                if case .renewed(let tokens) = outcome, let origin = grant.origin {
                    keeper.renewals[origin] = grant.renewed(by: tokens, for: TokenWish())
                }
                keeper.renewing[token.fingerprint] = nil
                return outcome
            }
        renewing[token.fingerprint] = task
        let answer = OneShot<RefreshOutcome>()
        start("gatehouse adoption", isWaitedFor: false) { _ in answer.resolve(await task.value) }
        return await answer.value ?? .failed(.cancelled())
    }
}
