import HTTPTypes

@testable import Gatehouse

/// What every call comes to under every fault: the code of its error, or `ok`, and the state it leaves the app in.
///
/// Two people are signed in on the device, and the access tokens of both have expired. The columns are ``FaultTable/Call``.
enum FaultTable {
    /// What an app calls.
    enum Call: String, CaseIterable, Sendable {
        case accessToken, user, signInNever, signIn, signOut, switchTo, relaunch
    }

    /// What is wrong.
    enum Fault: String, CaseIterable, Sendable {
        case answerLost, requestLost, slow, rateLimited, unavailable, broken, html, truncated
        case clockAhead, clockBehind, revoked, storeLocked, storeCorrupt, storeDenied, storeFull

        /// What goes wrong on the line, where it is the line.
        var line: FaultyLine.Fault? {
            switch self {
            case .answerLost: .answerLost
            case .requestLost: .requestLost
            case .slow: .slow
            case .rateLimited: .rateLimited
            case .unavailable: .status(.serviceUnavailable)
            case .broken: .status(.internalServerError)
            case .html: .html
            case .truncated: .truncated
            case .revoked: .revoked
            default: nil
            }
        }
    }

    /// The table; `in`, `offline`, `out` and `unknown` are the states.
    static let expected: [Fault: [String]] = [
        .answerLost: away("network"),
        .requestLost: away("network"),
        .slow: away("network"),
        .rateLimited: away("rateLimited"),
        .unavailable: away("serverUnavailable"),
        .broken: away("serverUnavailable"),
        .html: away("serverUnavailable"),
        .truncated: away("serverUnavailable"),
        .clockAhead: ["ok in", "ok in", "ok in", "ok in", "ok out", "ok in", "ok in"],
        .clockBehind: ["ok in", "ok in", "ok in", "ok in", "ok out", "ok in", "ok in"],
        // The only fault that signs anybody out; a sign-in that may ask goes on to ask.
        .revoked: [
            "signedOut out", "signedOut out", "interaction_required out", "ok in", "ok out", "ok in", "signedOut out",
        ],
        .storeLocked: shut("storeLocked"),
        // Signing out is what mends a damaged store.
        .storeCorrupt: [
            "storeCorrupt in", "storeCorrupt in", "storeCorrupt in", "storeCorrupt in", "ok out", "storeCorrupt in",
            "storeCorrupt unknown",
        ],
        .storeDenied: shut("storeDenied"),
        // It can be read, and no refresh begins whose tokens could not be kept.
        .storeFull: [
            "storeUnavailable in", "storeUnavailable in", "storeUnavailable in", "storeUnavailable in",
            "storeUnavailable out", "storeUnavailable in", "storeUnavailable in",
        ],
    ]

    /// Who is signed in once the fault is over, after a call of the second person's with that outcome.
    static func peopleLeft(after outcome: String, under fault: Fault) -> [String] {
        guard outcome.hasSuffix(" out") else { return ["person-1", "person-2"] }
        // Nobody knows any more whose sessions were in a store that was damaged.
        return fault == .storeCorrupt ? [] : ["person-1"]
    }

    /// The server is away: whoever is signed in stays so, and can sign out.
    private static func away(_ code: String) -> [String] {
        [
            "\(code) offline", "\(code) offline", "\(code) offline", "\(code) offline", "ok out", "ok in",
            "\(code) offline",
        ]
    }

    /// The store is shut: nothing is begun, and who signs out is signed out all the same.
    private static func shut(_ code: String) -> [String] {
        ["\(code) in", "\(code) in", "\(code) in", "\(code) in", "\(code) out", "\(code) in", "\(code) unknown"]
    }
}
