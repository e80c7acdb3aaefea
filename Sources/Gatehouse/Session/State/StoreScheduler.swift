import Foundation

/// The accesses of the store: one at a time, with the mutations that are not saved yet.
struct StoreScheduler: Sendable {
    private enum Access: Equatable {
        case none
        case reading(requests: Int)
        case saving(mutations: Int)
    }

    /// The mutations to save, with the numbers of the requests that wait for them.
    private var unsavedMutations: [(requestID: Int?, change: StoreMutation)] = []
    private var pendingReads: [Int] = []
    private var access = Access.none
    private var saveIsDue = false
    private var readIsDue = false
    private var retryIsScheduled = false
    /// The number of consecutive failures of the store.
    private var failures = 0

    /// Whether all mutations are stored.
    var isSaved: Bool { unsavedMutations.isEmpty }

    /// The unsaved mutations that apply before they are saved.
    var appliedMutations: some Sequence<StoreMutation> {
        unsavedMutations.lazy.map(\.change).filter(\.appliesBeforeSave)
    }

    /// The mutations that are being saved.
    var savingMutations: [StoreMutation] {
        guard case .saving(let count) = access else { return [] }
        return unsavedMutations.prefix(count).map(\.change)
    }

    /// Requests a read of the store that begins from now on.
    mutating func requestRead(requestID: Int? = nil) {
        if let requestID { pendingReads.append(requestID) }
        readIsDue = true
    }

    /// Adds a mutation to save.
    mutating func append(_ change: StoreMutation, requestID: Int? = nil) {
        unsavedMutations.append((requestID, change))
    }

    /// Marks the unsaved mutations to be saved with the next access.
    mutating func requestSave() {
        if !unsavedMutations.isEmpty { saveIsDue = true }
    }

    /// Records a successful access: the next failure is retried after the shortest delay.
    mutating func resetFailures() {
        failures = 0
    }

    /// Ends the read in progress.
    ///
    /// - Returns: The completion of the requests that waited for it.
    mutating func finishRead(_ error: TokenStoreError?) -> [SessionStateMachine.Effect] {
        guard case .reading(let count) = access else { return [] }
        access = .none
        defer { pendingReads.removeFirst(count) }
        return pendingReads.prefix(count).map { .completeRequest($0, error) }
    }

    /// Ends the save in progress.
    ///
    /// - Returns: The completion of the requests that waited for it.
    mutating func finishSave(_ error: TokenStoreError?) -> [SessionStateMachine.Effect] {
        guard case .saving(let count) = access else { return [] }
        access = .none
        let tried = unsavedMutations.prefix(count)
        unsavedMutations.removeFirst(count)
        if error != nil {
            // Applied mutations are kept and retried; their callers receive the failure once.
            unsavedMutations = tried.filter(\.change.appliesBeforeSave).map { (nil, $0.change) } + unsavedMutations
        }
        return tried.compactMap(\.requestID).map { .completeRequest($0, error) }
    }

    /// Begins the next access if one is due and none is in progress.
    mutating func startNextAccess() -> SessionStateMachine.Effect? {
        guard access == .none else { return nil }
        if saveIsDue, !unsavedMutations.isEmpty {
            saveIsDue = false
            access = .saving(mutations: unsavedMutations.count)
            return .writeStore(unsavedMutations.map(\.change))
        }
        guard readIsDue else { return nil }
        readIsDue = false
        access = .reading(requests: pendingReads.count)
        return .readStore
    }

    /// Schedules a retry after a store failure: after one second, then two, up to a minute.
    ///
    /// - Returns: `nil` if a retry is scheduled already.
    mutating func scheduleRetry() -> SessionStateMachine.Effect? {
        guard !retryIsScheduled else { return nil }
        retryIsScheduled = true
        defer { failures += 1 }
        return .scheduleStoreRetry(after: min(60, pow(2, Double(min(failures, 6)))))
    }

    /// Records that the retry is due.
    ///
    /// - Parameter readFailed: Whether the last read failed, so that the store must be read.
    mutating func beginRetry(readFailed: Bool) {
        retryIsScheduled = false
        readIsDue = readIsDue || readFailed
    }
}
