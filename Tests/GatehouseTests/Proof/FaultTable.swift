@testable import Gatehouse

/// What every call comes to under every fault: the code of its error, or `ok`, and the state it leaves the app in.
///
/// Two people are signed in on the device, and the access tokens of both have expired. The states are `in`, `offline`, `out` and
/// `unknown`. The only sign-outs in it are the app's own and the definite refusal of a refresh.
enum FaultTable {
    /// What an app calls for the person who is the current one.
    enum Call: String, CaseIterable, Sendable {
        case accessToken, user, signInNever, signIn, signOut, switchTo, relaunch
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
        /// Of the redirect that another person's sign-in ends with, after the process that began it.
        case resume, handle

        /// Whether the device has one session more when the call succeeds.
        var addsAnother: Bool { [.signInWithDevice, .waitForDevice, .adopt, .resume, .handle].contains(self) }

        /// Whether the call can be made again, once the fault is over, to the same end.
        var isResumption: Bool { self == .resume || self == .handle }

        /// Whether the access token in use has not expired.
        var hasFreshToken: Bool { self == .accessTokenReplacing || self == .refusedRequest }
    }

    /// What is wrong.
    enum Fault: String, CaseIterable, Sendable {
        case answerLost, requestLost, slow, rateLimited, unavailable, broken, html, truncated
        case clockAhead, clockBehind, revoked, storeLocked, storeCorrupt, storeDenied, storeFull

        /// How the line or the store is at fault, by the code that tells the app so; `nil` where nothing is in the way of a call.
        var code: String? {
            switch self {
            case .answerLost, .requestLost, .slow: "network"
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
        case .accessTokenReplacing, .refusedRequest, .signInWithDevice, .adopt, .resume: "\(code) in"
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
        case .signInNever: "interaction_required out"
        case .signIn, .signOut, .switchTo, .signInWithDevice, .waitForDevice, .adopt, .resume, .handle:
            undisturbed(call)
        }
    }

    /// The store is shut: nothing is begun, and who signs out is signed out all the same.
    private static func shut(_ call: Call, _ code: String) -> String {
        switch call {
        // Signing out is what mends a damaged store.
        case .signOut: code == "storeCorrupt" ? "ok out" : "\(code) out"
        case .relaunch: "\(code) unknown"
        // Whether the URL is an answer to anything cannot be known.
        case .handle: "left in"
        default: "\(code) in"
        }
    }

    /// It can be read, and no refresh begins whose tokens could not be kept.
    private static func full(_ call: Call) -> String {
        switch call {
        case .signOut: "storeUnavailable out"
        case .handle: undisturbed(call)
        default: "storeUnavailable in"
        }
    }
}
