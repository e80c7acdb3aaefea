package import Foundation
package import GatehouseStore

/// Lists and ends the sessions of an account for its user.
package struct AccountSessionEditor: Sendable {
    let store: any SessionReader
    let committer: AccountCommitter
    let notifier: any AccountNotifying
    let environment: ServerEnvironment

    /// Returns the sessions of browsers and apps that have neither ended nor expired, last used first.
    package func sessions(of account: Account, _ call: AccountRequest) async throws(AccountError) -> [AccountSession] {
        let now = environment.now
        do {
            let browsers = try await store.browserSessions(of: account.id)
                .filter { $0.expiresAt > now }.map { AccountSession($0, of: call) }
            let apps = try await store.sessions(of: account.id)
                .filter { $0.expiresAt > now }.map { AccountSession($0, of: call) }
            return (browsers + apps).sorted {
                ($0.lastUsedAt, $0.createdAt, $0.id.text) > ($1.lastUsedAt, $1.createdAt, $1.id.text)
            }
        } catch {
            throw AccountError(committer.failures.record(error))
        }
    }

    /// Ends one session of the account.
    ///
    /// - Throws: ``AccountError/itemNotFound`` if the account has no such session.
    package func end(
        _ id: AccountSession.ID,
        of account: Account,
        _ call: AccountRequest
    ) async throws(AccountError) {
        let now = environment.now
        let changes: [Change]
        let ended: Session?
        do {
            switch id {
            case .browser(let id):
                guard let found = try await store.browserSession(id), found.accountID == account.id,
                    found.endedAt == nil
                else { throw AccountError.itemNotFound }
                ended = nil
                changes = [
                    .browserSession(.end(id, at: now)),
                    .session(.endBrowserBound(browserSession: id, reason: .endedByUser, at: now)),
                ]
            case .app(let id):
                guard let found = try await store.session(id), found.accountID == account.id, found.endedAt == nil
                else { throw AccountError.itemNotFound }
                ended = found
                changes = [.session(.end(id, reason: .endedByUser, at: now))]
            }
        } catch let error as AccountError {
            throw error
        } catch let error as StoreError {
            throw AccountError(committer.failures.record(error))
        } catch {
            throw .failed
        }
        let event = committer.audit.event(
            .sessionEnded,
            call.context,
            account: account.id,
            client: ended?.clientID ?? call.client.id,
            session: ended?.id,
            detail: SessionEndReason.endedByUser.rawValue
        )
        let notice = try AccountError.wrapping(try notifier.notify(of: .sessionEnded, account, call))
        guard try await committer.commit(changes + [event], notice: notice) else { throw .overloaded(retryAfter: 1) }
    }

    /// Ends all sessions of the account but those of the request.
    package func endOthers(of account: Account, _ call: AccountRequest) async throws(AccountError) {
        let now = environment.now
        let changes: [Change] = [
            .session(.endAll(account: account.id, except: call.current.session, reason: .endedByUser, at: now)),
            .browserSession(.endAll(account: account.id, except: call.current.browserSession, at: now)),
            committer.auditEvent(.otherSessionsEnded, call, account: account.id),
        ]
        let notice = try AccountError.wrapping(try notifier.notify(of: .otherSessionsEnded, account, call))
        guard try await committer.commit(changes, notice: notice) else { throw .overloaded(retryAfter: 1) }
    }
}

/// A session of an account, as its user sees it.
package struct AccountSession: Sendable, Equatable, Identifiable {
    /// The session of a browser, or of an app.
    package enum ID: Sendable, Hashable {
        case browser(BrowserSession.ID)
        case app(Session.ID)
    }

    package let id: ID
    /// The app; `nil` for a browser.
    package let clientID: Client.ID?
    package let device: DeviceDescription
    package let createdAt: Date
    /// The time of the last use; for an app, of the last refresh.
    package let lastUsedAt: Date
    /// Whether the request is made in this session.
    package let isCurrent: Bool

    init(_ session: BrowserSession, of call: AccountRequest) {
        id = .browser(session.id)
        clientID = nil
        device = session.device
        createdAt = session.createdAt
        lastUsedAt = session.lastUsedAt
        isCurrent = id == call.current.requester
    }

    init(_ session: Session, of call: AccountRequest) {
        id = .app(session.id)
        clientID = session.clientID
        device = session.device
        createdAt = session.createdAt
        lastUsedAt = session.rotatedAt
        isCurrent = id == call.current.requester
    }
}

extension CurrentSessions {
    /// The session in which the request is made: that of the app, or of the browser without one.
    var requester: AccountSession.ID? {
        session.map(AccountSession.ID.app) ?? browserSession.map(AccountSession.ID.browser)
    }
}

extension AccountSession.ID {
    private static let browserPrefix = "b-"
    private static let appPrefix = "a-"

    /// The identifier in URLs and forms.
    package var text: String {
        switch self {
        case .browser(let id): Self.browserPrefix + id.rawValue
        case .app(let id): Self.appPrefix + id.rawValue
        }
    }

    /// Parses an identifier; `nil` if it is malformed.
    package init?(_ text: String) {
        if text.hasPrefix(Self.browserPrefix) {
            self = .browser(BrowserSession.ID(String(text.dropFirst(Self.browserPrefix.count))))
        } else if text.hasPrefix(Self.appPrefix) {
            self = .app(Session.ID(String(text.dropFirst(Self.appPrefix.count))))
        } else {
            return nil
        }
    }
}
