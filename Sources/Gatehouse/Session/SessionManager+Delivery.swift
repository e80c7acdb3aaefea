import Foundation

extension SessionManager {
    /// Sends all pending revocations.
    ///
    /// - Returns: The failures, by session.
    @discardableResult
    func sendRevocations() async -> [String: AuthError] {
        startSendingRevocations()
        await revocationTask?.value
        let waiting = Set(machine.effectiveSessions.pendingRevocations.map(\.id))
        return revocationErrors.filter { waiting.contains($0.key) }
    }

    /// Sends all pending revocations and waits for all background work, for at most the limit.
    ///
    /// The wait does not depend on this actor, which a store that blocks its caller could hold up.
    nonisolated func finish(within limit: Duration) async {
        let end = Promise<Void>()
        let timer = Task(name: "gatehouse limit", executorPreference: executor) { [environment] in
            try? await environment.backgroundSleep(limit)
            end.resolve(())
        }
        Task(name: "gatehouse finish", executorPreference: executor) {
            await self.finish()
            end.resolve(())
        }
        await end.value
        timer.cancel()
    }

    private func finish() async {
        // Finds sessions that were ended synchronously.
        _ = try? await sessions()
        startSendingRevocations()
        await revocationTask?.value
        await waitUntilIdle()
    }

    /// Starts to send pending revocations, unless that is in progress or there are none.
    func startSendingRevocations() {
        guard revocationTask == nil, !machine.effectiveSessions.pendingRevocations.isEmpty else { return }
        // Callers need not wait: the next process sends those that remain.
        revocationTask = start("gatehouse revocation", isWaitedFor: false) { await $0.sendAllRevocations() }
    }

    private func sendAllRevocations() async {
        revocationErrors = [:]
        var tried: Set<String> = []
        var unreachable: AuthError?
        while let revocation = machine.effectiveSessions.pendingRevocations.first(where: { !tried.contains($0.id) }) {
            tried.insert(revocation.id)
            // After a transient failure, the others are not attempted.
            var error = unreachable
            if error == nil { error = await server.revoke(revocation) }
            if let error {
                if error.isTransient { unreachable = error }
                revocationErrors[revocation.id] = error
                log(.revocationFailed, error, session: revocation.id)
                // The device's clock may be wrong: only the server's time counts towards the lifetime.
                guard clock.offset != nil else { continue }
                let now = clock.now
                guard revocation.hasExpired(at: now) else {
                    guard revocation.failedSince == nil else { continue }
                    process(.mutationRequested(.markRevocationFailed(revocation.id, at: now), requestID: nil))
                    continue
                }
            } else {
                log(.revocationSent, session: revocation.id)
            }
            // Waits for the store, so that the next process does not send it again.
            try? await submit { .mutationRequested(.removeRevocation(revocation.id), requestID: $0) }
        }
        revocationTask = nil
    }
}
