@testable import Gatehouse

/// The expected outcome of every call under every fault: the code of its error, or `ok`, and the resulting state.
///
/// Two users are signed in on the device, and both access tokens have expired. The states are `in`, `offline`, `out`
/// and `unknown`. Only the app's own sign-out and a rejected refresh end a session.
enum FaultTable {
    /// A call of the app for the current account.
    enum Call: String, CaseIterable, Sendable {
        case accessToken, idToken, user, accounts, signInNever, signIn, signOut, switchAccount, relaunch
        /// A sign-in that replaces all sessions, and one that adds an account; both open the page, and another user
        /// signs in.
        case signInAlways, signInAdding
        /// The same, with the fault starting once the page is open.
        case completeAlways, completeAdding
        /// A token for scopes that the session does not have.
        case accessTokenForScopes
        /// A replacement for a token that a service rejected before it expired.
        case accessTokenReplacing
        /// A request to a service, and one whose token the service rejects before it expires.
        case authorizedRequest, rejectedRequest
        /// Another user approves on another device; the fault starts at the beginning, or once the code is shown.
        case signInWithDevice, waitForDevice
        /// An import of another user's tokens.
        case adopt
        /// A retry after a failed refresh.
        case retryPendingWork
        /// A check of the server, without an account.
        case checkServer
        /// A redirect of another user's sign-in, after the process that started it.
        case resume, handle

        /// Whether the device has one more session when the call succeeds.
        var addsAccount: Bool {
            [.signInAdding, .completeAdding, .signInWithDevice, .waitForDevice, .adopt, .resume, .handle].contains(self)
        }

        /// Whether the call signs in a user who is not signed in yet.
        var signsInAnotherUser: Bool { addsAccount || replacesAll }

        /// Whether the call replaces all sessions once its page opens.
        var replacesAll: Bool { self == .signInAlways || self == .completeAlways }

        /// Whether the fault starts in the middle of the call.
        var startsFaultMidway: Bool { [.completeAlways, .completeAdding, .waitForDevice].contains(self) }

        /// Whether the call can be repeated with the same result once the fault ends.
        var isResumption: Bool { self == .resume || self == .handle }

        /// Whether the current access token has not expired.
        var hasFreshToken: Bool { self == .accessTokenReplacing || self == .rejectedRequest }
    }

    /// A fault of the network, the server, the clock or the store.
    enum Fault: String, CaseIterable, Sendable {
        case responseLost, requestLost, noConnection, slow, rateLimited, unavailable, serverError, html, truncated
        case clockAhead, clockBehind, revoked, storeLocked, storeCorrupt, storeDenied, storeFull

        /// The error code for this fault of the network or the store, or `nil` if the fault does not prevent calls.
        var code: String? {
            switch self {
            case .responseLost, .requestLost, .noConnection, .slow: "network"
            case .rateLimited: "rateLimited"
            case .unavailable, .serverError, .html, .truncated: "serverUnavailable"
            case .clockAhead, .clockBehind, .revoked: nil
            case .storeLocked: "storeLocked"
            case .storeCorrupt: "storeCorrupt"
            case .storeDenied: "storeDenied"
            case .storeFull: "storeUnavailable"
            }
        }

        /// Whether the fault is in the store.
        var isStoreFault: Bool { [.storeLocked, .storeCorrupt, .storeDenied, .storeFull].contains(self) }
    }

    /// Returns the expected outcome of a call.
    static func expected(_ call: Call, under fault: Fault) -> String {
        switch fault {
        case .revoked: whenRevoked(call)
        case .storeFull: whenStoreIsFull(call)
        case _ where fault.isStoreFault: whenStoreIsUnreadable(call, fault.code ?? "")
        default: fault.code.map { whenServerFails(call, $0) } ?? withoutFault(call)
        }
    }

    /// Returns the users who are signed in once the fault ends.
    static func usersLeft(after outcome: String, of call: Call, under fault: Fault) -> [String] {
        if call.replacesAll, outcome == "ok in" { return ["person-3"] }
        if call == .completeAlways { return [] }
        // The sessions of a corrupt store are lost once the app discards it.
        if outcome.hasSuffix(" out") { return fault == .storeCorrupt ? [] : ["person-1"] }
        let isAdded = call.isResumption || call.addsAccount && outcome.hasPrefix("ok")
        return ["person-1", "person-2"] + (isAdded ? ["person-3"] : [])
    }

    private static func withoutFault(_ call: Call) -> String {
        switch call {
        case .signOut: "ok out"
        case .handle: "handled in"
        default: "ok in"
        }
    }

    /// Returns the outcome when the server fails: every session is kept, and signing out works.
    private static func whenServerFails(_ call: Call, _ code: String) -> String {
        switch call {
        case .accessToken, .user, .signInNever, .signIn, .relaunch, .accessTokenForScopes, .authorizedRequest:
            "\(code) offline"
        // A sign-in that replaces all sessions removes none before its page opens.
        case .accessTokenReplacing, .rejectedRequest, .signInAlways, .signInAdding, .completeAdding, .signInWithDevice,
            .adopt, .resume, .checkServer:
            "\(code) in"
        case .completeAlways: "\(code) out"
        // These calls do not use the server.
        case .idToken, .accounts: withoutFault(call)
        // The refresh has failed again.
        case .retryPendingWork: "ok offline"
        // Polls until the code expires, as the user may decide at any time.
        case .waitForDevice: "flowExpired in"
        case .signOut, .switchAccount, .handle: withoutFault(call)
        }
    }

    /// Returns the outcome of the only fault that ends a session; an interactive sign-in opens the page.
    private static func whenRevoked(_ call: Call) -> String {
        switch call {
        case .accessToken, .user, .relaunch, .accessTokenForScopes, .accessTokenReplacing, .authorizedRequest,
            .rejectedRequest:
            "signedOut out"
        case .retryPendingWork: "ok out"
        case .signInNever: "interactionRequired out"
        case .idToken, .accounts, .signIn, .signInAlways, .signInAdding, .completeAlways, .completeAdding, .signOut,
            .switchAccount, .signInWithDevice, .waitForDevice, .adopt, .resume, .handle, .checkServer:
            withoutFault(call)
        }
    }

    /// Returns the outcome when the store cannot be read: nothing starts, and signing out still ends the session.
    private static func whenStoreIsUnreadable(_ call: Call, _ code: String) -> String {
        switch call {
        // Signing out discards a corrupt store.
        case .signOut: code == "storeCorrupt" ? "ok out" : "\(code) out"
        case .relaunch: "\(code) unknown"
        case .completeAlways: "\(code) out"
        case .checkServer: withoutFault(call)
        case .retryPendingWork: "ok offline"
        // Whether the URL answers a pending sign-in is unknown.
        case .handle: "ignored in"
        default: "\(code) in"
        }
    }

    /// Returns the outcome when the store can only be read: no refresh starts whose tokens could not be saved.
    private static func whenStoreIsFull(_ call: Call) -> String {
        switch call {
        case .signOut, .completeAlways: "storeUnavailable out"
        case .idToken, .accounts, .handle, .checkServer: withoutFault(call)
        case .retryPendingWork: "ok offline"
        default: "storeUnavailable in"
        }
    }
}

extension FaultTable {
    /// A call of an app with native screens, for a user other than the two who are signed in.
    enum NativeCall: String, CaseIterable, Sendable {
        case signUp, signUpResend, signUpCode, signUpPassword, signUpAttributes, signUpEnd, pendingSignUp
        case signIn, signInPassword
        /// Calls of an app whose users have no passwords.
        case signInWithCode, signInResend, signInCode
        case reset, resetResend, resetCode, resetPassword, resetEnd

        /// Whether the app's users sign in with a password.
        var usesPasswords: Bool { ![.signInWithCode, .signInResend, .signInCode].contains(self) }

        /// Whether the call ends with a session.
        var signsIn: Bool { [.signUpEnd, .signIn, .signInPassword, .signInCode, .resetEnd].contains(self) }

        /// Whether the call fails at once if its session could not be saved.
        var requiresStore: Bool { self == .signUp || self == .signInWithCode || self == .pendingSignUp || signsIn }
    }

    /// Returns the expected outcome of a native call: a failed sign-in of one user does not affect another user's
    /// session.
    static func expected(_ call: NativeCall, under fault: Fault) -> String {
        guard let code = fault.code, call.requiresStore || !fault.isStoreFault else { return "ok in" }
        // This call only reads the store.
        if call == .pendingSignUp, !fault.isStoreFault || fault == .storeFull { return "ok in" }
        return "\(code) in"
    }

    /// Returns the users who are signed in once the fault ends.
    static func usersLeft(after outcome: String, of call: NativeCall, under fault: Fault) -> [String] {
        let users = fault == .revoked ? ["ada"] : ["ada", "bob"]
        guard call.signsIn, outcome.hasPrefix("ok") else { return users }
        return users + [call == .signUpEnd ? "dora" : "carol"]
    }
}
