import GatehouseWire

@testable import Gatehouse

/// The rules that sessions keep in a simulation, and their violations.
struct SessionInvariants {
    /// The reason for which a session ended.
    enum End: Hashable {
        case byApp, byAnotherSignIn, byAnotherProcess, byServer, byInterruptedRefresh
    }

    /// The reasons for which each session may have ended.
    private var ends: [String: Set<End>] = [:]
    /// Every session ever stored, and the sessions since removed.
    private var everStored: Set<String> = []
    private var removed: Set<String> = []
    private(set) var violations: [String] = []

    mutating func recordEnd(of id: String, _ end: End) { ends[id, default: []].insert(end) }

    /// Forgets a reason that did not take effect.
    mutating func withdrawEnd(of id: String, _ end: End) { ends[id]?.remove(end) }

    func isEndedByApp(_ id: String) -> Bool { ends[id]?.contains(.byApp) == true }

    func wasStored(_ id: String) -> Bool { everStored.contains(id) }

    mutating func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { violations.append(text()) }
    }

    /// Checks that a caller gets a token of its session, or the reason for which that session ended.
    mutating func check(_ result: Result<StoredSession, AuthError>, for id: String) {
        switch result {
        case .success(let grant):
            expect(grant.id == id, "a caller of \(id) received \(grant.id)")
        case .failure(let error) where error.code == .signedOut:
            let allowed: Set<End> =
                switch error.signedOutReason {
                case .requested: [.byApp, .byAnotherSignIn]
                case .endedByServer: [.byServer]
                case .interruptedRefresh: [.byInterruptedRefresh]
                case .endedByAnotherProcess: [.byAnotherProcess]
                case .endedByUser, .consentWithdrawn, .accountDeleted, .credentialsChanged, .endedByOperator,
                    .noSession, nil:
                    []
                }
            let reason = error.signedOutReason.map { "\($0)" } ?? "no reason"
            expect(!allowed.isDisjoint(with: ends[id] ?? []), "\(id) was reported as ended for \(reason)")
        case .failure(let error):
            expect(error.response?.error == nil, "\(id) is active although the server has rejected it")
        }
    }

    /// Checks that no account has a token of another, no session returns after its end, and each removal has a reason.
    ///
    /// - Returns: The reasons for which the removed sessions ended.
    mutating func checkStored(
        _ next: StoredSessions,
        replacing stored: StoredSessions?,
        owners: [Secret: String]
    ) -> Set<End> {
        let ids = Set(next.sessions.map(\.id))
        let removedIDs = Set(stored?.sessions.map(\.id) ?? []).subtracting(ids)
        for id in removedIDs { expect(ends[id]?.isEmpty == false, "\(id) was removed without a reason") }
        removed.formUnion(removedIDs)
        recordStored(next)
        let restored = removed.intersection(ids)
        expect(restored.isEmpty, "\(restored) were stored again after their end")
        for grant in next.sessions {
            guard let token = grant.refreshToken else { continue }
            expect(
                owners[token] == grant.account.id,
                "\(grant.id) of \(grant.account.id) has a token of another account"
            )
            expect(
                !next.pendingRevocations.contains { $0.token == token },
                "\(grant.id) is in use and pending revocation"
            )
        }
        return removedIDs.reduce(into: []) { $0.formUnion(ends[$1] ?? []) }
    }

    /// Records the stored sessions, including those that a later mutation of the same write removes.
    mutating func recordStored(_ next: StoredSessions) {
        everStored.formUnion(next.sessions.map(\.id))
    }

    /// Checks that each session that was ever stored is stored or has ended for a reason.
    mutating func checkNoneLost(from stored: StoredSessions?) {
        let lost = everStored.filter { (ends[$0] ?? []).isEmpty && stored?.session($0) == nil }
        expect(lost.isEmpty, "the sessions \(lost) were lost without a reason")
    }
}
