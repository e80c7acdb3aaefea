extension SessionKeeper {
    /// Re-reads the store whenever another process changes it, as long as there is a session that could end there.
    func watchStore() {
        guard let store = store as? any WatchableStore, !machine.sessions.grants.isEmpty else { return }
        let changes = store.changes(of: key, sleep: environment.backgroundSleep)
        storeWatch = Task(name: "gatehouse watch", executorPreference: executor) { [weak self] in
            for await _ in changes {
                guard let self else { return }
                await self.readAgain()
            }
            await self?.endWatch()
        }
    }

    private func readAgain() async {
        _ = try? await sessions()
    }

    private func endWatch() async {
        await readAgain()
        storeWatch = nil
    }

    /// Retries at once each time the network may be back, until the task is cancelled.
    nonisolated func reconnect(after changes: @escaping @Sendable () -> AsyncStream<Void>) -> Task<Void, Never> {
        Task(name: "gatehouse network", executorPreference: executor) { [weak self] in
            for await _ in changes() {
                guard let self else { return }
                await self.reconnect()
            }
        }
    }
}
