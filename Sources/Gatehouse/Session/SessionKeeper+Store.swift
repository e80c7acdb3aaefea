import Foundation

extension SessionKeeper {
    func read() async {
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            endWhatWasForgotten()
            if let offset = found?.clockOffset { clock.assume(offset) }
            let isFirst = machine.base == nil
            handle(.read(.success(found)))
            if isFirst { await recover() }
        } catch {
            handle(.read(.failure(error)))
        }
    }

    /// Applies the steps to what is stored, on top of whatever other processes do at the same time.
    func save(_ changes: [StoreChange]) async {
        do throws(TokenStoreError) {
            let offset = clock.offset
            let stored = try await store.update(key) { found in
                var next = (found ?? StoredSessions()).applying(changes)
                if next != found { next.clockOffset = offset ?? next.clockOffset }
                return next
            }
            endWhatWasForgotten()
            handle(.saved(stored ?? StoredSessions()))
        } catch {
            handle(.saveFailed(error))
        }
    }

    /// Ends here, for the reason that it had, what a caller has ended in the store meanwhile: what comes from the store says only that it is gone.
    func endWhatWasForgotten() {
        let ids = snapshot.takeEnded()
        guard !ids.isEmpty else { return }
        let since = server.sessionRule == .oneOnDevice ? nil : clock.now
        handle(.end(ids, .requested, ticket: nil, now: since))
    }
}
