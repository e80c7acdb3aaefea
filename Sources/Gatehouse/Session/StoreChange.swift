import Foundation
import GatehouseWire

/// One step from what is stored to what is to be stored.
///
/// A step says what it means, not what the result is, so that it can be repeated on top of what another process has
/// stored in the meantime.
enum StoreChange: Sendable, Hashable {
    /// A sign-in: becomes current and takes the place of another session of the same account; the server hears of that if there is a time since when.
    case add(StoredGrant, tellServerSince: Date?)
    /// A sign-in where there is one session at a time: takes the place of every other session; the server hears of that if there is a time since when.
    case replaceAll(StoredGrant, tellServerSince: Date?)
    /// A refresh: counts only while the session is there and still has the refresh token that was sent.
    case renew(StoredGrant, spent: Secret)
    /// The server has said who the person of a session is.
    case describe(String, Account)
    /// The server has said all that the person of a session lets it say.
    case remember(String, StoredProfile)
    /// These sessions end on the device; the server is still to be told, unless it was the server that ended them.
    case end(Set<String>, tellServerSince: Date?, because: SignedOutReason = .requested)
    /// The server has refused a refresh token, which is the end of its session while that is the one that is stored.
    case endRefused(String, spent: Secret, because: SignedOutReason)
    /// A person is sent to a page to sign in; takes the place of another page.
    case begin(PendingSignIn)
    /// That page is not waited for any more.
    case abandon(PendingSignIn)
    /// A sign-up has begun; takes the place of another one.
    case beginSignUp(PendingSignUp)
    /// A sign-up has got on from the step of that correlation identifier: counts only while that one is stored.
    case advanceSignUp(PendingSignUp, from: UUID)
    /// That step of a sign-up is not waited for any more.
    case abandonSignUp(PendingSignUp)
    /// Another session becomes current.
    case select(String)
    /// A token that never belonged to a session here is to be revoked.
    case revoke(PendingRevocation)
    /// The server could not be told at that time, by its own clock.
    case undelivered(String, at: Date)
    /// The server has been told.
    case delivered(String)

    /// Whether the step counts on this device before it is stored.
    ///
    /// Ends and renewals do: the one must not wait for a locked store, the other's old tokens are worth nothing any
    /// more. A sign-in that cannot be kept has not happened.
    var countsAtOnce: Bool {
        switch self {
        case .add, .replaceAll, .select, .begin: false
        case .beginSignUp, .advanceSignUp, .abandonSignUp, .abandon: true
        case .renew, .describe, .remember, .end, .endRefused, .revoke, .undelivered, .delivered: true
        }
    }
}

extension StoredSessions {
    /// How many tokens wait at most; the oldest are dropped.
    private static let outboxSize = 50

    /// What is stored after the steps.
    func applying(_ changes: some Sequence<StoreChange>) -> StoredSessions {
        var result = self
        for change in changes { result.apply(change) }
        return result
    }

    private mutating func apply(_ change: StoreChange) {
        switch change {
        case .add(let grant, let since):
            end(Set(grants.filter { $0.account.id == grant.account.id }.map(\.id)), tellServerSince: since)
            grants.append(grant)
            current = grant.id
            (pendingSignIn, pendingSignUp, lastEnding) = (nil, nil, nil)
        case .replaceAll(let grant, let since):
            end(Set(grants.map(\.id)), tellServerSince: since)
            grants.append(grant)
            current = grant.id
            (pendingSignIn, pendingSignUp, lastEnding) = (nil, nil, nil)
        case .begin(let pending):
            pendingSignIn = pending
        case .abandon(let pending):
            if pendingSignIn == pending { pendingSignIn = nil }
        case .beginSignUp(let pending):
            pendingSignUp = pending
        case .advanceSignUp(let pending, let id):
            if pendingSignUp?.saved.place.correlationID == id { pendingSignUp = pending }
        case .abandonSignUp(let pending):
            if pendingSignUp == pending { pendingSignUp = nil }
        case .renew(let grant, let spent):
            guard let index = grants.firstIndex(where: { $0.id == grant.id }),
                grants[index].refreshToken == spent
            else { return }
            grants[index] = grant
        case .describe(let id, let account):
            guard let index = grants.firstIndex(where: { $0.id == id && $0.account.id == account.id }) else { return }
            grants[index].account = account
        case .remember(let id, let profile):
            guard let index = grants.firstIndex(where: { $0.id == id }) else { return }
            grants[index].account = Account(id: grants[index].account.id, profile.claims)
            grants[index].profile = profile
        case .end(let ids, let since, let reason):
            if let current, ids.contains(current) { lastEnding = reason.stored }
            end(ids, tellServerSince: since)
        case .endRefused(let id, let spent, let reason):
            guard grant(id)?.refreshToken == spent else { return }
            apply(.end([id], tellServerSince: nil, because: reason))
        case .select(let id):
            guard grant(id) != nil else { return }
            (current, lastEnding) = (id, nil)
        case .revoke(let revocation):
            put(revocation)
        case .undelivered(let id, let date):
            guard let index = outbox.firstIndex(where: { $0.id == id }), outbox[index].failedSince == nil else {
                return
            }
            outbox[index].failedSince = date
        case .delivered(let id):
            outbox.removeAll { $0.id == id }
        }
    }

    private mutating func end(_ ids: Set<String>, tellServerSince since: Date?) {
        let ended = grants.filter { ids.contains($0.id) }
        grants.removeAll { ids.contains($0.id) }
        if let id = current, ids.contains(id) { current = nil }
        guard let since else { return }
        for grant in ended {
            put(PendingRevocation(id: grant.id, token: grant.refreshToken ?? grant.accessToken, since: since))
        }
    }

    private mutating func put(_ revocation: PendingRevocation) {
        outbox.removeAll { $0.id == revocation.id }
        outbox.append(revocation)
        outbox.removeFirst(max(0, outbox.count - Self.outboxSize))
    }
}
