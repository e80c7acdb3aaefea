import Foundation

extension SessionManager {
    func readStore() async {
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            applySynchronousSignOuts()
            if let offset = found?.clockOffset { clock.assume(offset) }
            let isFirst = machine.lastStored == nil
            process(.storeRead(.success(found)))
            if isFirst { await recover() }
        } catch {
            process(.storeRead(.failure(error)))
        }
    }

    /// Applies the mutations to the stored sessions, including concurrent changes of other processes.
    func writeStore(_ changes: [StoreMutation]) async {
        do throws(TokenStoreError) {
            let offset = clock.offset
            let stored = try await store.update(key) { found in
                var next = (found ?? StoredSessions()).applying(changes)
                if next != found { next.clockOffset = offset ?? next.clockOffset }
                return next
            }
            applySynchronousSignOuts()
            process(.storeWritten(stored ?? StoredSessions()))
        } catch {
            process(.storeWriteFailed(error))
        }
    }

    /// Ends the sessions that were ended synchronously, with their reason, which the store does not contain.
    func applySynchronousSignOuts() {
        let ids = cache.drainEnded()
        guard !ids.isEmpty else { return }
        let since = server.accountPolicy == .singleAccountLocalOnly ? nil : clock.now
        process(.endRequested(ids, .requested, requestID: nil, now: since))
    }
}

extension SessionManager {
    /// Re-reads the store whenever another process changes it, as long as there is a session that could end there.
    func watchStore() {
        guard let store = store as? any WatchableStore, !machine.effectiveSessions.sessions.isEmpty else { return }
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

    /// Retries what failed because of the network each time it may be back, until the task is cancelled.
    nonisolated func retryPendingWork(after changes: @escaping @Sendable () -> AsyncStream<Void>) -> Task<Void, Never> {
        Task(name: "gatehouse network", executorPreference: executor) { [weak self] in
            for await _ in changes() {
                guard let self else { return }
                await self.retryPendingWork(isAutomatic: true)
            }
        }
    }
}
