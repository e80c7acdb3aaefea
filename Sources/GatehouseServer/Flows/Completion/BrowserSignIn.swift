import Foundation
import GatehouseStore
import GatehouseWire

/// The effect of a sign-in on its account.
enum SignInKind: Sendable {
    case usual
    /// The account is created in the commit of the sign-in.
    case registration
    /// All earlier sessions of the account end in the commit of the sign-in.
    case recovery
}

/// Starts browser sessions, recognizes the user's browsers and notifies the user of a new one.
struct BrowserSignIn: Sendable {
    /// The number of derived IDs to try; each session of the account that ended in the browser in this hour takes one.
    private static let attempts = 16

    let sessions: BrowserSessions
    let store: any AccountReader & SessionReader
    let notifier: any AccountNotifying
    let environment: ServerEnvironment
    let failures: FailureLog
    let trust: BrowserTrust
    /// Whether users are notified of sign-ins from new browsers.
    let sendsNotices: Bool

    /// Returns the browser session of a sign-in; `nil` without a browser.
    func start(
        for account: Account,
        _ accepted: AcceptedAuthentication,
        as kind: SignInKind,
        trustsBrowser: Bool = false,
        in request: FlowContext
    ) async throws(FlowError) -> StartedBrowserSession? {
        guard let browser = request.browser else { return nil }
        let endsWithBrowser = request.flow.state.entry?.endsWithBrowser ?? browser.isOnSharedComputer
        let (id, isRenewal) = try await sessionID(of: account.id, as: kind, in: browser)
        var started = sessions.start(
            NewBrowserSession(
                id: id,
                isRenewal: isRenewal,
                accountID: account.id,
                accepted: accepted,
                browser: browser,
                device: request.context.device,
                endsWithBrowser: endsWithBrowser
            )
        )
        if try await isNew(browser, to: account, as: kind, endsWithBrowser: endsWithBrowser) {
            started.writes += try FlowError.wrapping(
                try notifier.notify(
                    of: .newBrowser,
                    account,
                    detail: Self.description(of: request.context.device),
                    AccountRequest(request)
                )
            )
        }
        if !endsWithBrowser {
            let secret = browser.device ?? OpaqueToken(random: environment.random).secret
            started.change.device = secret
            var known = known(secret, to: account.id, at: request.now)
            if trustsBrowser { known.trustedUntil = trust.end(from: request.now) }
            started.writes.append(ConditionalWrite(.account(.recordBrowser(known))))
        }
        return started
    }

    /// Returns the ID of the session to start, and whether the session exists and is renewed.
    private func sessionID(
        of account: Account.ID,
        as kind: SignInKind,
        in browser: BrowserContext
    ) async throws(FlowError) -> (BrowserSession.ID, isRenewal: Bool) {
        let renews = kind != .recovery
        if renews, let session = browser.session(of: account) { return (session.id, true) }
        for number in 0..<Self.attempts {
            guard let id = sessions.id(of: account, in: browser, number: number) else { continue }
            let found: BrowserSession?
            do { found = try await store.browserSession(id) } catch { throw FlowError(failures.record(error)) }
            guard let found else { return (id, false) }
            // A concurrent sign-in in the same browser has started it.
            if renews, sessions.isLive(found), found.accountID == account { return (id, true) }
        }
        return (environment.newID(), false)
    }

    /// Returns whether the user is to be notified of the browser.
    private func isNew(
        _ browser: BrowserContext,
        to account: Account,
        as kind: SignInKind,
        endsWithBrowser: Bool
    ) async throws(FlowError) -> Bool {
        guard sendsNotices, kind != .registration, browser.session(of: account.id) == nil else { return false }
        guard let secret = browser.device else { return true }
        let hash = OpaqueToken.hash(of: secret.reveal())
        let now = environment.now
        do {
            return try await !store.knownBrowsers(of: account.id).contains { $0.hash == hash && $0.expiresAt > now }
        } catch {
            throw FlowError(failures.record(error))
        }
    }

    private func known(_ secret: Secret, to account: Account.ID, at now: Date) -> KnownBrowser {
        KnownBrowser(
            accountID: account,
            hash: OpaqueToken.hash(of: secret.reveal()),
            firstSeenAt: now,
            lastSeenAt: now,
            expiresAt: now.addingTimeInterval(BrowserChange.deviceLifetime)
        )
    }

    /// Returns the device as one short line of a mail: the user agent, or else the network address.
    ///
    /// The client chooses the user agent, so only printable ASCII without URLs is kept.
    static func description(of device: DeviceDescription) -> String {
        let plain = (device.userAgent ?? "").unicodeScalars.filter { (" "..."~").contains($0) }
        let words = String(String.UnicodeScalarView(plain)).split(separator: " ").filter { !$0.contains("://") }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { return device.address ?? "-" }
        return text.count <= 160 ? text : text.prefix(159) + "…"
    }
}
