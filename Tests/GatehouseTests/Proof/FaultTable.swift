@testable import Gatehouse

/// What every call comes to under every fault: the code of its error, or `ok`, and the state it leaves the app in.
///
/// Two people are signed in on the device, and the access tokens of both have expired. The states are `in`, `offline`, `out` and
/// `unknown`. The only sign-outs in it are the app's own and the definite refusal of a refresh.
enum FaultTable {
    /// What an app calls for the person who is the current one.
    enum Call: String, CaseIterable, Sendable {
        case accessToken, idToken, user, accounts, signInNever, signIn, signOut, switchTo, relaunch
        /// In place of everybody who is signed in, and beside them; both ask, and another person answers.
        case signInAlways, signInAdding
        /// The same two; the fault is there once the page is open.
        case answerAlways, answerAdding
        /// For scopes that the session does not have.
        case accessTokenForScopes
        /// Of a token that one of the app's services has refused before its time.
        case accessTokenReplacing
        /// A request of the app's own, and one whose token the service refuses before its time.
        case authorizedRequest, refusedRequest
        /// By another person on another device; the fault is there from the beginning, or once the code is shown.
        case signInWithDevice, waitForDevice
        /// Of the tokens of another person.
        case adopt
        /// After a refresh that has failed.
        case reconnect
        /// Of the server itself, for nobody.
        case reachServer
        /// Of the redirect that another person's sign-in ends with, after the process that began it.
        case resume, handle

        /// Whether the device has one session more when the call succeeds.
        var addsAnother: Bool {
            [.signInAdding, .answerAdding, .signInWithDevice, .waitForDevice, .adopt, .resume, .handle].contains(self)
        }

        /// Whether whom it signs in is somebody else than who is signed in.
        var isOfAnother: Bool { addsAnother || replacesAll }

        /// Whether it takes the place of everybody, from when its page opens.
        var replacesAll: Bool { self == .signInAlways || self == .answerAlways }

        /// Whether the fault begins in the middle of it.
        var isUnderWay: Bool { [.answerAlways, .answerAdding, .waitForDevice].contains(self) }

        /// Whether the call can be made again, once the fault is over, to the same end.
        var isResumption: Bool { self == .resume || self == .handle }

        /// Whether the access token in use has not expired.
        var hasFreshToken: Bool { self == .accessTokenReplacing || self == .refusedRequest }
    }

    /// What is wrong.
    enum Fault: String, CaseIterable, Sendable {
        case answerLost, requestLost, noConnection, slow, rateLimited, unavailable, broken, html, truncated
        case clockAhead, clockBehind, revoked, storeLocked, storeCorrupt, storeDenied, storeFull

        /// How the line or the store is at fault, by the code that tells the app so; `nil` where nothing is in the way of a call.
        var code: String? {
            switch self {
            case .answerLost, .requestLost, .noConnection, .slow: "network"
            case .rateLimited: "rateLimited"
            case .unavailable, .broken, .html, .truncated: "serverUnavailable"
            case .clockAhead, .clockBehind, .revoked: nil
            case .storeLocked: "storeLocked"
            case .storeCorrupt: "storeCorrupt"
            case .storeDenied: "storeDenied"
            case .storeFull: "storeUnavailable"
            }
        }

        /// Whether it is the store's.
        var isOfStore: Bool { [.storeLocked, .storeCorrupt, .storeDenied, .storeFull].contains(self) }
    }

    /// The table.
    static func expected(_ call: Call, under fault: Fault) -> String {
        switch fault {
        case .revoked: revoked(call)
        case .storeFull: full(call)
        case _ where fault.isOfStore: shut(call, fault.code ?? "")
        default: fault.code.map { away(call, $0) } ?? undisturbed(call)
        }
    }

    /// Who is signed in once the fault is over.
    static func peopleLeft(after outcome: String, of call: Call, under fault: Fault) -> [String] {
        if call.replacesAll, outcome == "ok in" { return ["person-3"] }
        if call == .answerAlways { return [] }
        // Nobody knows any more whose sessions were in a store that was damaged, once the app has given it up.
        if outcome.hasSuffix(" out") { return fault == .storeCorrupt ? [] : ["person-1"] }
        let isAdded = call.isResumption || call.addsAnother && outcome.hasPrefix("ok")
        return ["person-1", "person-2"] + (isAdded ? ["person-3"] : [])
    }

    private static func undisturbed(_ call: Call) -> String {
        switch call {
        case .signOut: "ok out"
        case .handle: "taken in"
        default: "ok in"
        }
    }

    /// The server is away: whoever is signed in stays so, and can sign out.
    private static func away(_ call: Call, _ code: String) -> String {
        switch call {
        case .accessToken, .user, .signInNever, .signIn, .relaunch, .accessTokenForScopes, .authorizedRequest:
            "\(code) offline"
        // A sign-in in place of everybody drops nobody before its page opens.
        case .accessTokenReplacing, .refusedRequest, .signInAlways, .signInAdding, .answerAdding, .signInWithDevice,
            .adopt, .resume, .reachServer:
            "\(code) in"
        case .answerAlways: "\(code) out"
        // Nothing of it is the server's.
        case .idToken, .accounts: undisturbed(call)
        // What has failed has only failed again.
        case .reconnect: "ok offline"
        // It is asked for until its time is over, as the person may decide at any moment.
        case .waitForDevice: "expired in"
        case .signOut, .switchTo, .handle: undisturbed(call)
        }
    }

    /// The only fault that signs anybody out; a sign-in that may ask goes on to ask.
    private static func revoked(_ call: Call) -> String {
        switch call {
        case .accessToken, .user, .relaunch, .accessTokenForScopes, .accessTokenReplacing, .authorizedRequest,
            .refusedRequest:
            "signedOut out"
        case .reconnect: "ok out"
        case .signInNever: "interaction_required out"
        case .idToken, .accounts, .signIn, .signInAlways, .signInAdding, .answerAlways, .answerAdding, .signOut,
            .switchTo, .signInWithDevice, .waitForDevice, .adopt, .resume, .handle, .reachServer:
            undisturbed(call)
        }
    }

    /// The store is shut: nothing is begun, and who signs out is signed out all the same.
    private static func shut(_ call: Call, _ code: String) -> String {
        switch call {
        // Signing out is what mends a damaged store.
        case .signOut: code == "storeCorrupt" ? "ok out" : "\(code) out"
        case .relaunch: "\(code) unknown"
        case .answerAlways: "\(code) out"
        case .reachServer: undisturbed(call)
        case .reconnect: "ok offline"
        // Whether the URL is an answer to anything cannot be known.
        case .handle: "left in"
        default: "\(code) in"
        }
    }

    /// It can be read, and no refresh begins whose tokens could not be kept.
    private static func full(_ call: Call) -> String {
        switch call {
        case .signOut, .answerAlways: "storeUnavailable out"
        case .idToken, .accounts, .handle, .reachServer: undisturbed(call)
        case .reconnect: "ok offline"
        default: "storeUnavailable in"
        }
    }
}
