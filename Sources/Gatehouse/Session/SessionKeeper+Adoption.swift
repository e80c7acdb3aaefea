import GatehouseWire

extension SessionKeeper {
    /// What a token that was handed in has become by a refresh whose session could not be kept yet.
    func renewal(by token: Secret) -> StoredGrant? {
        renewals[token.fingerprint]
    }

    /// Trades a token that was handed in for new ones, and takes note of them for the next time it is: it is worth nothing any more.
    ///
    /// - Returns: The tokens, or why there are none. Who is cancelled does not wait for them, and they are noted all the same.
    func renew(_ grant: StoredGrant, by token: Secret) async -> RefreshOutcome {
        let answer = OneShot<RefreshOutcome>()
        start("gatehouse adoption") { keeper in
            let outcome = await keeper.server.refresh(grant, for: TokenWish())
            if case .renewed(let tokens) = outcome {
                keeper.renewals[token.fingerprint] = grant.renewed(by: tokens, for: TokenWish())
            }
            answer.resolve(outcome)
        }
        return await answer.value ?? .failed(.cancelled())
    }

    /// Forgets what tokens have become whose session is kept by now.
    func forgetRenewals(of grant: StoredGrant) {
        renewals = renewals.filter { $0.value.id != grant.id }
    }
}
