import Foundation

extension SessionKeeper {
    /// Asks the server for new tokens, when it is this process's turn and nobody else was faster.
    func refresh(_ grant: StoredGrant, _ attempt: Int, for wish: TokenWish) async {
        var turn: RefreshTurn?
        let outcome: RefreshOutcome
        do throws(AuthError) {
            turn = try await prepare(grant)
            outcome = if let turn { await ask(grant, wish, in: turn) } else { .outdated }
        } catch {
            outcome = .failed(error)
        }
        let chance = Double(environment.randomBytes(1).first ?? 0) / 255
        // What comes for somebody who has signed out meanwhile goes back.
        endWhatWasForgotten()
        handle(.answer(grant: grant.id, attempt: attempt, outcome, now: clock.now, chance: chance))
        guard case .renewed = outcome, let done = turn else { return }
        turn = nil
        // The next process may look once the new tokens are stored.
        unsavedTurns.append(done)
        settleTurns()
        startDelivery()
    }

    /// Gives the turns back whose tokens are stored by now.
    func settleTurns() {
        let turns = unsavedTurns
        guard !turns.isEmpty, machine.isSaved else { return }
        unsavedTurns = []
        start("gatehouse turns") { _ in for turn in turns { await turn.settle() } }
    }

    /// Takes the turn and asks for all that the one request needs: between the server's answer and its place in the store,
    /// nothing else is waited for.
    ///
    /// - Returns: The turn; `nil` when the tokens are not the present ones any more.
    private func prepare(_ grant: StoredGrant) async throws(AuthError) -> RefreshTurn? {
        var isLastTry = false
        while true {
            guard let turn = try await takeTurn(for: grant) else { return nil }
            let began = clock.now
            do throws(AuthError) {
                if try await isOutdated(grant) {
                    await turn.giveBack(for: grant)
                    return nil
                }
                try await server.prepareRefresh(of: grant)
            } catch {
                await turn.giveBack(for: grant)
                throw error
            }
            // A lease may have run out while that was waited for, or count by a clock that was wrong; the second time all is at hand.
            if isLastTry || 0..<5 ~= clock.now.timeIntervalSince(began) { return turn }
            await turn.giveBack(for: grant)
            isLastTry = true
        }
    }

    private func ask(_ grant: StoredGrant, _ wish: TokenWish, in turn: RefreshTurn) async -> RefreshOutcome {
        let outcome = await server.refresh(grant, for: wish)
        switch outcome {
        case .refused(let error):
            await turn.settle()
            return turn.interrupted?.isOpen(for: grant) == true ? .refused(error.afterInterruption) : outcome
        case .failed(let error) where error.isRefusal || error.code == .rateLimited || error.wasNeverSent:
            // The server refused to issue tokens or was never reached; after any other failure it may have issued some.
            await turn.giveBack(for: grant)
            return outcome
        case .renewed, .outdated, .failed:
            return outcome
        }
    }

    /// Waits until nobody else refreshes, longer than any request takes, or until somebody else has.
    ///
    /// Who waits looks at what is stored, so that many who wait for one refresh need no turn each once it is done.
    ///
    /// - Returns: The turn; `nil` when something else is stored by now.
    /// - Throws: ``AuthError`` when somebody else never ends, or there can be no turn: without it no refresh begins.
    private func takeTurn(for grant: StoredGrant) async throws(AuthError) -> RefreshTurn? {
        if !unsavedTurns.isEmpty {
            // This process has the turn until the tokens of the last refresh are stored.
            try await rehearse()
            _ = try await sessions()
        }
        let intent = RefreshIntent(grant, since: clock.now)
        var waited = Duration.zero
        var pause = Duration.milliseconds(1)
        while true {
            do throws(TokenStoreError) {
                if let turn = try await turns.take(key, for: intent) { return turn }
            } catch {
                throw AuthError(error)
            }
            guard waited < .seconds(45), (try? await environment.sleep(pause)) != nil else { throw .turnTaken }
            // Where a test lets no time pass, whoever has the turn still gets on.
            await Task.yield()
            if try await isOutdated(grant) { return nil }
            waited += pause
            pause = min(pause * 2, .milliseconds(40))
        }
    }

    /// Whether the tokens that were to be refreshed are not the present ones any more, here or in the store.
    private func isOutdated(_ grant: StoredGrant) async throws(AuthError) -> Bool {
        do throws(TokenStoreError) {
            let found = try await store.load(key)?.grant(grant.id)
            // What is known here may be newer than what is stored, but is what this process has read last.
            return machine.sessions.grant(grant.id)?.tokens != grant.tokens
                || found?.tokens != machine.base?.grant(grant.id)?.tokens
        } catch {
            throw AuthError(error)
        }
    }
}

extension RefreshTurn {
    /// Ends a turn in which no tokens have come; what somebody else had begun for the same token stays open.
    fileprivate func giveBack(for grant: StoredGrant) async {
        if interrupted?.isOpen(for: grant) != true { await settle() }
    }
}

extension StoredGrant {
    /// Everything that a refresh may bring.
    fileprivate var tokens: [Secret?] { [refreshToken, accessToken] + (spares ?? []).map(\.accessToken) }
}
