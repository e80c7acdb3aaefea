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

    /// Begins to tell the server which sessions have ended, unless that is under way or there are none.
    func startDelivery() {
        guard delivery == nil, !machine.sessions.outbox.isEmpty else { return }
        delivery = start("gatehouse revocation") { await $0.deliverAll() }
    }

    private func deliverAll() async {
        failures = [:]
        var tried: Set<String> = []
        while let revocation = machine.sessions.outbox.first(where: { !tried.contains($0.id) }) {
            tried.insert(revocation.id)
            if let error = await server.revoke(revocation) {
                failures[revocation.id] = error
                note(.serverNotTold, error, session: revocation.id)
            } else {
                note(.serverTold, session: revocation.id)
                // Waits until that is stored, so that a process which ends now does not tell it again.
                try? await settle { .change(.delivered(revocation.id), ticket: $0) }
            }
        }
        delivery = nil
    }
}
