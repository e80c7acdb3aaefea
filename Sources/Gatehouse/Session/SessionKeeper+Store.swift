import Foundation

extension SessionKeeper {
    func read() async {
        do throws(TokenStoreError) {
            let found = try await store.load(key)
            if let offset = found?.clockOffset { clock.assume(offset) }
            let isFirst = machine.base == nil
            handle(.read(.success(found)))
            if isFirst { await recover() }
        } catch {
            handle(.read(.failure(error)))
        }
    }

    func save(_ changes: [StoreChange]) async {
        do throws(TokenStoreError) {
            handle(.saved(try await replace(changes)))
        } catch {
            handle(.saveFailed(error))
        }
    }

    /// Applies the steps to what is stored, on top of whatever other processes do at the same time.
    private func replace(_ changes: [StoreChange]) async throws(TokenStoreError) -> StoredSessions {
        var conflict = TokenStoreError(.conflict, "Other processes write all the time.")
        for _ in 0..<16 {
            let found = try await store.load(key)
            var next = (found ?? StoredSessions()).applying(changes)
            if let found, next == found { return found }
            next.clockOffset = clock.offset ?? next.clockOffset
            next.generation = (found?.generation ?? 0) + 1
            do throws(TokenStoreError) {
                try await store.save(next, for: key, replacing: found?.generation)
                return next
            } catch {
                guard error.kind == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }
}
