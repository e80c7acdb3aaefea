import GatehouseStore
import Testing

/// What most cases do.
extension Store {
    /// Puts in the account `person` and the client `app`, which other records name.
    func seed() async throws {
        try await commit([.account(.insert(Sample.account())), .client(.insert(Sample.client()))])
    }

    /// Expects the commit to conflict at that position.
    func refuses(
        _ changes: Change...,
        at position: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: StoreError.conflict(at: position), sourceLocation: sourceLocation) {
            try await commit(changes)
        }
    }

    /// Commits the changes for each of 50 contenders at once; answers how many of them succeeded.
    ///
    /// The others have to conflict.
    func winners(_ changes: @escaping @Sendable (_ contender: Int) -> [Change]) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for contender in 1...50 {
                group.addTask {
                    do throws(StoreError) {
                        try await commit(changes(contender))
                        return true
                    } catch .conflict {
                        return false
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
