import Foundation
import GatehouseWire

@testable import Gatehouse

/// The actions of the simulation.
extension SessionSimulation {
    mutating func step() {
        now += Double(Int.random(in: 0..<60, using: &random))
        switch Int.random(in: 0..<30, using: &random) {
        case 0: input(.readRequested(requestID: nextRequestID()))
        case 1: signIn()
        case 2: signOut()
        case 3...7: requestToken()
        case 8:
            if let caller = waiting.keys.sorted().randomElement(using: &random) {
                input(.waiterCancelled(caller: caller))
            }
        case 9: selectSession()
        case 10...13: respond()
        case 14...20: startNextAccess()
        case 21: actAsOtherProcess()
        case 22: if Int.random(in: 0..<3, using: &random) == 0 { relaunch() }
        case 23, 24: fireTimer()
        case 25: input(.networkAvailable(now: .at(now), isAutomatic: Bool.random(using: &random)))
        case 26: renameAccount()
        case 27: deliverRevocation()
        default: isLocked = Int.random(in: 0..<4, using: &random) == 0
        }
    }

    private mutating func signIn() {
        guard machine.lastStored != nil else { return }
        number += 1
        let grant = StoredSession.sample(
            "g\(number)",
            userID: "person-\(Int.random(in: 0..<3, using: &random))",
            expires: now + 300
        )
        validTokens[grant.id] = grant.refreshToken
        if let token = grant.refreshToken { owners[token] = grant.account.id }
        let requestID = nextRequestID()
        signIns[requestID] = grant.id
        input(.mutationRequested(.add(grant, revocationTime: .at(now)), requestID: requestID))
    }

    private mutating func signOut() {
        guard let id = machine.effectiveSessions.current else { return }
        invariants.recordEnd(of: id, .byApp)
        let requestID = nextRequestID()
        signOuts[requestID] = id
        input(.endRequested([id], .requested, requestID: requestID, now: .at(now)))
    }

    private mutating func selectSession() {
        guard let grant = machine.effectiveSessions.sessions.randomElement(using: &random) else { return }
        input(.mutationRequested(.select(grant.id), requestID: nextRequestID()))
    }

    private mutating func renameAccount() {
        guard let grant = machine.effectiveSessions.sessions.randomElement(using: &random) else { return }
        number += 1
        let account = Account(id: grant.account.id, name: "Name \(number)")
        input(.mutationRequested(.updateAccount(grant.id, account), requestID: nextRequestID()))
    }

    /// Completes the first pending revocation.
    private mutating func deliverRevocation() {
        guard let revocation = machine.effectiveSessions.pendingRevocations.first else { return }
        input(.mutationRequested(.removeRevocation(revocation.id), requestID: nextRequestID()))
    }

    private mutating func requestToken() {
        guard let grant = machine.effectiveSessions.sessions.randomElement(using: &random) else { return }
        number += 1
        waiting[number] = grant.id
        var waiter = SessionStateMachine.Waiter.by(number, grant.id, now: now)
        waiter.isUrgent = Bool.random(using: &random)
        input(.tokenRequested(waiter))
    }

    /// Fires a random timer.
    private mutating func fireTimer() {
        guard let index = timers.indices.randomElement(using: &random) else { return }
        switch timers.remove(at: index) {
        case .refreshRetryDue(let grant, let failures, _):
            input(.refreshRetryDue(session: grant, failures: failures, now: .at(now)))
        case let other: input(other)
        }
    }

    /// Kills and restarts the process; its pending writes and requests may or may not have taken effect.
    private mutating func relaunch() {
        if Bool.random(using: &random) { startNextAccess() }
        storeEffects = []
        for (grant, _) in refreshRequests
        where Bool.random(using: &random) && validTokens[grant.id] == grant.refreshToken {
            number += 1
            validTokens[grant.id] = token("lost\(number)", of: grant)
            sessionsWithLostToken.insert(grant.id)
        }
        refreshRequests = []
        waiting = [:]
        pendingRequests = []
        (signIns, signOuts) = ([:], [:])
        timers = []
        // A sign-out that was not saved did not happen, and was never reported as complete.
        for id in stored?.sessions.map(\.id) ?? [] { invariants.withdrawEnd(of: id, .byApp) }
        machine = SessionStateMachine()
        input(.readRequested(requestID: nextRequestID()))
        while machine.lastStored == nil, !isLocked, !storeEffects.isEmpty { startNextAccess() }
        if machine.lastStored != nil { input(.interruptedRefreshesFound(entries, now: .at(now))) }
    }

    /// Completes a random request: the server responds, the request fails, or another process has already refreshed.
    mutating func respond() {
        guard let index = refreshRequests.indices.randomElement(using: &random) else { return }
        let (grant, attempt) = refreshRequests.remove(at: index)
        let outcome = outcome(for: grant)
        let chance = Double.random(in: 0...1, using: &random)
        input(.refreshCompleted(session: grant.id, attempt: attempt, outcome, now: .at(now), chance: chance))
    }

    private mutating func outcome(for grant: StoredSession) -> RefreshOutcome {
        let isOutdated = stored?.session(grant.id)?.refreshToken != machine.lastStored?.session(grant.id)?.refreshToken
        if isOutdated, Bool.random(using: &random) { return .superseded }
        guard validTokens[grant.id] == grant.refreshToken else { return rejection(of: grant) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return .failed(AuthError(.network, "no", recovery: .retry(after: nil)))
        case 1:
            validTokens[grant.id] = nil
            return rejection(of: grant)
        default:
            number += 1
            let token = token("r\(number)", of: grant)
            validTokens[grant.id] = token
            return .refreshed(
                RefreshedTokens(accessToken: Secret("a\(number)"), expiresAt: .at(now + 300), refreshToken: token)
            )
        }
    }

    /// Returns a rejection, which ends the session only if the valid token is lost.
    private mutating func rejection(of grant: StoredSession) -> RefreshOutcome {
        let holders = [
            stored?.session(grant.id)?.refreshToken, machine.effectiveSessions.session(grant.id)?.refreshToken,
        ]
        let hasEnded = validTokens[grant.id].map { !holders.contains($0) } ?? true
        guard validTokens[grant.id] != nil, sessionsWithLostToken.contains(grant.id) else {
            if hasEnded { invariants.recordEnd(of: grant.id, .byServer) }
            return .rejected(.invalidGrant)
        }
        if hasEnded { invariants.recordEnd(of: grant.id, .byInterruptedRefresh) }
        return .rejected(AuthError.invalidGrant.afterInterruption)
    }

    mutating func startNextAccess() {
        guard let effect = storeEffects.popLast() else { return }
        let locked = TokenStoreError(.locked, "locked")
        switch effect {
        case .readStore where isLocked: input(.storeRead(.failure(locked)))
        case .readStore: input(.storeRead(.success(stored)))
        case .writeStore where isLocked: input(.storeWriteFailed(locked))
        case .writeStore(let changes):
            var next = stored ?? StoredSessions()
            for change in changes {
                if case .add(let grant, _) = change {
                    // A sign-in also replaces a session that another process has ended since the last read.
                    for old in next.sessions + machine.effectiveSessions.sessions
                    where old.account.id == grant.account.id {
                        invariants.recordEnd(of: old.id, .byAnotherSignIn)
                    }
                }
                next = next.applying([change])
                invariants.recordStored(next)
            }
            next.generation += 1
            store(next)
            input(.storeWritten(next))
        default: break
        }
    }

    /// Refreshes or signs out, as another process does.
    private mutating func actAsOtherProcess() {
        guard let grant = stored?.sessions.randomElement(using: &random), var next = stored else { return }
        if Bool.random(using: &random), validTokens[grant.id] == grant.refreshToken, let spent = grant.refreshToken {
            number += 1
            let tokens = RefreshedTokens(
                accessToken: Secret("o\(number)"),
                expiresAt: .at(now + 300),
                refreshToken: token("q\(number)", of: grant)
            )
            validTokens[grant.id] = tokens.refreshToken
            next = next.applying([
                .updateTokens(
                    grant.applying(tokens, requestedBy: AccessTokenRequest().resolved(for: grant)),
                    spent: spent
                )
            ])
        } else {
            invariants.recordEnd(of: grant.id, .byAnotherProcess)
            next = next.applying([.end([grant.id], revocationTime: .at(now))])
        }
        next.generation += 1
        store(next)
    }
}
