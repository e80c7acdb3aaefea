/// Works out what has happened to each session since somebody was told last.
struct SessionNews: Sendable {
    private var sessions: StoredSessions?
    private var stored = StoredSessions()
    private var offline: Set<String> = []

    /// What is new; nothing the first time.
    ///
    /// - Parameters:
    ///   - now: What the device holds for true.
    ///   - isStored: What is stored of that. Only there new tokens are news: whoever acts on them must not see them lost.
    ///   - isOffline: The sessions whose token has expired while the server could not be reached.
    ///   - endings: Why sessions ended that did so here.
    /// - Returns: What happened, ends first.
    mutating func since(
        _ now: StoredSessions,
        stored isStored: StoredSessions,
        offline isOffline: Set<String>,
        endings: [String: SignedOutReason]
    ) -> [SessionEvent] {
        defer { (sessions, stored, offline) = (now, isStored, isOffline) }
        guard let before = sessions else { return [] }
        var events: [SessionEvent] = []
        for grant in before.grants where now.grant(grant.id) == nil {
            events.append(SessionEvent(account: grant.account, kind: .signedOut(endings[grant.id] ?? .elsewhere)))
        }
        for grant in now.grants {
            func add(_ kind: SessionEvent.Kind) { events.append(SessionEvent(account: grant.account, kind: kind)) }
            if before.grant(grant.id) == nil { add(.signedIn) }
            if let old = stored.grant(grant.id), let new = isStored.grant(grant.id),
                old.accessToken != new.accessToken
            {
                add(.renewed)
            }
            switch (offline.contains(grant.id), isOffline.contains(grant.id)) {
            case (false, true): add(.wentOffline)
            case (true, false): add(.cameBack)
            default: break
            }
            if now.current == grant.id, before.current != grant.id { add(.becameCurrent) }
        }
        return events
    }
}
