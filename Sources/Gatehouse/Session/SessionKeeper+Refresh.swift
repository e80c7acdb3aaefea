import Foundation

extension SessionKeeper {
    /// Asks the server for new tokens, when it is this process's turn and nobody else was faster.
    func refresh(_ grant: StoredGrant, _ attempt: Int, for wish: TokenWish) async {
        var turn: RefreshTurn?
        let outcome: RefreshOutcome
        do throws(AuthError) {
            turn = try await takeTurn(for: grant)
            outcome = if let turn, await !isOutdated(grant) { await ask(grant, wish, in: turn) } else { .outdated }
        } catch {
            outcome = .failed(error)
        }
        handle(.answer(grant: grant.id, attempt: attempt, outcome, now: clock.now))
        guard case .renewed = outcome else { return }
        // The next process may look once the new tokens are stored, and the read that is due follows the save.
        _ = try? await sessions()
        if machine.isSaved { await turn?.settle() }
        turn = nil
        startDelivery()
    }

    private func ask(_ grant: StoredGrant, _ wish: TokenWish, in turn: RefreshTurn) async -> RefreshOutcome {
        let outcome = await server.refresh(grant, for: wish)
        switch outcome {
        case .refused(let error):
            await turn.settle()
            return turn.interrupted?.isOpen(for: grant) == true ? .refused(error.afterInterruption) : outcome
        case .failed(let error) where error.isRefusal || error.code == .rateLimited:
            // The server has answered that there are no tokens; after any other failure there may be.
            if turn.interrupted?.isOpen(for: grant) != true { await turn.settle() }
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
        let intent = RefreshIntent(grant, since: clock.now)
        var waited = Duration.zero
        var pause = Duration.milliseconds(5)
        while true {
            do throws(TokenStoreError) {
                if let turn = try await turns.take(key, for: intent) { return turn }
            } catch {
                throw AuthError(error)
            }
            guard waited < .seconds(45), (try? await environment.sleep(pause)) != nil else { throw .turnTaken }
            // Where a test lets no time pass, whoever has the turn still gets on.
            await Task.yield()
            if await isOutdated(grant) { return nil }
            waited += pause
            pause = min(pause * 3 / 2, .milliseconds(40))
        }
    }

    /// Whether another process has stored something else for the session than what was last read here.
    private func isOutdated(_ grant: StoredGrant) async -> Bool {
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            return found?.grant(grant.id)?.refreshToken != machine.base?.grant(grant.id)?.refreshToken
        } catch {
            return false
        }
    }
}
