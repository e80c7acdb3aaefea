import Foundation

extension SessionKeeper {
    /// Tells the server which sessions have ended.
    ///
    /// - Returns: What failed, by the session, for those the server has not been told of.
    @discardableResult
    func deliver() async -> [String: AuthError] {
        startDelivery()
        await delivery?.value
        let waiting = Set(machine.sessions.outbox.map(\.id))
        return failures.filter { waiting.contains($0.key) }
    }

    /// Sends pending sign-outs to the server, and waits for at most the limit.
    func deliver(within limit: Duration) async {
        // Finds what was ended for a caller that could not wait.
        _ = try? await sessions()
        startDelivery()
        guard let delivery else { return }
        let end = OneShot<Void>()
        let timer = Task(name: "gatehouse delivery limit", executorPreference: executor) { [environment] in
            try? await environment.backgroundSleep(limit)
            end.resolve(())
        }
        start("gatehouse delivery", isWaitedFor: false) { _ in
            await delivery.value
            end.resolve(())
        }
        await end.value
        timer.cancel()
    }

    /// Begins to tell the server which sessions have ended, unless that is under way or there are none.
    func startDelivery() {
        guard delivery == nil, !machine.sessions.outbox.isEmpty else { return }
        // Nobody has to wait for it: what is not told now is told by the next process.
        delivery = start("gatehouse revocation", isWaitedFor: false) { await $0.deliverAll() }
    }

    private func deliverAll() async {
        failures = [:]
        var tried: Set<String> = []
        var unreachable: AuthError?
        while let revocation = machine.sessions.outbox.first(where: { !tried.contains($0.id) }) {
            tried.insert(revocation.id)
            // Where one cannot be told, the others need not be waited for.
            var error = unreachable
            if error == nil { error = await server.revoke(revocation) }
            if let error {
                if error.isTransient { unreachable = error }
                failures[revocation.id] = error
                note(.serverNotTold, error, session: revocation.id)
                // The device's own clock may be wrong; only the server's says for how long it has waited.
                guard clock.offset != nil else { continue }
                let now = clock.now
                guard revocation.isOver(at: now) else {
                    guard revocation.failedSince == nil else { continue }
                    handle(.change(.undelivered(revocation.id, at: now), ticket: nil))
                    continue
                }
            } else {
                note(.serverTold, session: revocation.id)
            }
            // Waits until that is stored, so that a process which ends now does not tell it again.
            try? await settle { .change(.delivered(revocation.id), ticket: $0) }
        }
        delivery = nil
    }
}
