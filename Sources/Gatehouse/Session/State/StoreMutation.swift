import Foundation
import GatehouseWire

/// A change of the stored sessions.
///
/// A mutation describes the change, not the result, so that it can be applied again to data that another process has
/// stored.
enum StoreMutation: Sendable, Hashable {
    /// A sign-in: becomes current and replaces another session of the same account, which is revoked if there is a
    /// time.
    case add(StoredSession, revocationTime: Date?)
    /// A sign-in under a single-account policy: replaces all other sessions, which are revoked if there is a time.
    case replaceAll(StoredSession, revocationTime: Date?)
    /// A repeated sign-in of the session's user: the session with this identifier continues with the new tokens, and
    /// its former ones are revoked if there is a time.
    case reauthenticate(String, StoredSession, revocationTime: Date?)
    /// A refresh: applies only while the session has the refresh token that was sent.
    case updateTokens(StoredSession, spent: Secret)
    /// New claims of the session's account.
    case updateAccount(String, Account)
    /// The user's profile to cache.
    case cacheProfile(String, CachedProfile)
    /// The end of sessions on the device, which are revoked if there is a time.
    case end(Set<String>, revocationTime: Date?, because: SignedOutReason = .requested)
    /// The rejection of a refresh token: ends the session only while that token is stored.
    case endRejected(String, spent: Secret, because: SignedOutReason)
    /// The start of a sign-in page; replaces an earlier one.
    case setPendingSignIn(PendingAuthorization)
    /// The end of that sign-in page.
    case clearPendingSignIn(PendingAuthorization)
    /// The start of a native sign-up; replaces an earlier one.
    case setPendingSignUp(PendingSignUp)
    /// The next step of a sign-up: applies only while the sign-up with this correlation identifier is stored.
    case advancePendingSignUp(PendingSignUp, from: UUID)
    /// The end of the sign-up at this position.
    case clearPendingSignUp(at: NativeFlowPosition)
    /// A change that applies only if no session is current, or one of these.
    indirect case ifCurrent(in: Set<String>, StoreMutation)
    /// The selection of the current session.
    case select(String)
    /// A token to revoke that never belonged to a stored session.
    case enqueueRevocation(PendingRevocation)
    /// A failed revocation, at the server's time.
    case markRevocationFailed(String, at: Date)
    /// A completed revocation.
    case removeRevocation(String)

    /// Whether the mutation applies on this device before it is saved.
    ///
    /// Ends do, because they must not wait for a locked store; refreshes do, because the old tokens are spent. A
    /// sign-in that cannot be saved fails.
    var appliesBeforeSave: Bool {
        switch self {
        case .add, .replaceAll, .reauthenticate, .ifCurrent, .select, .setPendingSignIn: false
        case .setPendingSignUp, .advancePendingSignUp, .clearPendingSignUp, .clearPendingSignIn: true
        case .updateTokens, .updateAccount, .cacheProfile, .end, .endRejected, .enqueueRevocation,
            .markRevocationFailed, .removeRevocation:
            true
        }
    }
}

extension StoreMutation {
    /// Returns the sign-in that a conditional mutation stored; `nil` if it did not apply.
    func applied(in stored: StoredSessions) -> StoreMutation? {
        guard case .ifCurrent(_, let change) = self else { return self }
        switch change {
        case .add(let session, _), .replaceAll(let session, _): return stored.session(session.id).map { _ in change }
        default: return nil
        }
    }
}

extension StoredSessions {
    /// The maximum number of pending revocations; the oldest are dropped.
    private static let pendingRevocationLimit = 50

    /// Returns the sessions after the mutations.
    func applying(_ changes: some Sequence<StoreMutation>) -> StoredSessions {
        var result = self
        for change in changes { result.apply(change) }
        return result
    }

    private mutating func apply(_ change: StoreMutation) {
        switch change {
        case .add(let session, let since):
            end(Set(sessions.filter { $0.account.id == session.account.id }.map(\.id)), revocationTime: since)
            sessions.append(session)
            current = session.id
            (pendingSignIn, pendingSignUp, lastEndReason) = (nil, nil, nil)
        case .replaceAll(let session, let since):
            end(Set(sessions.map(\.id)), revocationTime: since)
            sessions.append(session)
            current = session.id
            (pendingSignIn, pendingSignUp, lastEndReason) = (nil, nil, nil)
        case .reauthenticate(let id, let new, let since):
            continueSession(id, with: new, revocationTime: since)
        case .ifCurrent(let ids, let change):
            if current.map(ids.contains) ?? true { apply(change) }
        case .setPendingSignIn(let pending):
            pendingSignIn = pending
        case .clearPendingSignIn(let pending):
            if pendingSignIn == pending { pendingSignIn = nil }
        case .setPendingSignUp(let pending):
            pendingSignUp = pending
        case .advancePendingSignUp(let pending, let id):
            if pendingSignUp?.saved.position.correlationID == id { pendingSignUp = pending }
        case .clearPendingSignUp(let position):
            if pendingSignUp?.saved.position == position { pendingSignUp = nil }
        case .updateTokens(let session, let spent):
            guard let index = sessions.firstIndex(where: { $0.id == session.id }),
                sessions[index].refreshToken == spent
            else { return }
            sessions[index] = session
        case .updateAccount(let id, let account):
            guard let index = sessions.firstIndex(where: { $0.id == id && $0.account.id == account.id }) else { return }
            sessions[index].account = account
        case .cacheProfile(let id, let profile):
            guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
            sessions[index].account = Account(id: sessions[index].account.id, profile.claims)
            sessions[index].profile = profile
        case .end(let ids, let since, let reason):
            if let current, ids.contains(current) { lastEndReason = reason.stored }
            end(ids, revocationTime: since)
        case .endRejected(let id, let spent, let reason):
            guard session(id)?.refreshToken == spent else { return }
            apply(.end([id], revocationTime: nil, because: reason))
        case .select(let id):
            guard session(id) != nil else { return }
            (current, lastEndReason) = (id, nil)
        case .enqueueRevocation(let revocation):
            appendRevocation(revocation)
        case .markRevocationFailed(let id, let date):
            guard let index = pendingRevocations.firstIndex(where: { $0.id == id }),
                pendingRevocations[index].failedSince == nil
            else {
                return
            }
            pendingRevocations[index].failedSince = date
        case .removeRevocation(let id):
            pendingRevocations.removeAll { $0.id == id }
        }
    }

    private mutating func end(_ ids: Set<String>, revocationTime since: Date?) {
        let ended = sessions.filter { ids.contains($0.id) }
        sessions.removeAll { ids.contains($0.id) }
        if let id = current, ids.contains(id) { current = nil }
        guard let since else { return }
        for session in ended {
            appendRevocation(
                PendingRevocation(id: session.id, token: session.refreshToken ?? session.accessToken, since: since)
            )
        }
    }

    private mutating func continueSession(_ id: String, with new: StoredSession, revocationTime since: Date?) {
        guard let index = sessions.firstIndex(where: { $0.id == id && $0.account.id == new.account.id }) else { return }
        let old = sessions[index]
        sessions[index] = StoredSession(
            id: id,
            account: new.account,
            scopes: new.scopes,
            accessToken: new.accessToken,
            expiresAt: new.expiresAt,
            refreshToken: new.refreshToken,
            idToken: new.idToken
        )
        sessions[index].resources = new.resources
        sessions[index].proofKey = new.proofKey
        sessions[index].isAccessTokenBound = new.isAccessTokenBound
        sessions[index].profile = new.profile ?? old.profile
        guard let since else { return }
        // The former tokens have the identifier of the sign-in that replaces them, because their session continues.
        appendRevocation(PendingRevocation(id: new.id, token: old.refreshToken ?? old.accessToken, since: since))
    }

    private mutating func appendRevocation(_ revocation: PendingRevocation) {
        pendingRevocations.removeAll { $0.id == revocation.id }
        pendingRevocations.append(revocation)
        pendingRevocations.removeFirst(max(0, pendingRevocations.count - Self.pendingRevocationLimit))
    }
}
