import GatehouseServer
import GatehouseWire
import HTTPTypes

/// One path, the methods it answers, and what it does.
struct Route: Sendable {
    /// Who the answer is for, which decides how an error looks and which fields go along.
    enum Audience: Sendable {
        /// Programs: errors are JSON.
        case program
        /// Programs, in browsers too: errors are JSON, every origin may read.
        case browserProgram
        /// Apps and libraries that speak Entra: errors are in its JSON, and who may read depends on the client.
        case entra
        /// Apps that speak Kii, in browsers too: errors are in its JSON, every origin may read.
        case kii
        /// People: errors are pages.
        case person
    }

    let methods: Set<HTTPRequest.Method>
    /// Below the issuer's path; a segment `{name}` matches anything.
    let path: String
    let audience: Audience
    /// Whether the path stands at the root of the host whatever the issuer's path is (RFC 8414 §3).
    let isAtRoot: Bool
    /// Whether letters of the path may be large or small, as clients of a dialect spell it.
    let ignoresCase: Bool
    /// Whether requests count against the limit of their network address.
    let isLimited: Bool
    let handle: @Sendable (HTTPCall) async throws(OAuthError) -> HTTPAnswer

    init(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        for audience: Audience,
        isAtRoot: Bool = false,
        ignoresCase: Bool = false,
        isLimited: Bool = true,
        handle: @escaping @Sendable (HTTPCall) async throws(OAuthError) -> HTTPAnswer
    ) {
        self.methods = methods
        self.path = path
        self.audience = audience
        self.isAtRoot = isAtRoot
        self.ignoresCase = ignoresCase
        self.isLimited = isLimited
        self.handle = handle
    }

    /// An endpoint of the wire module.
    init<E: Endpoint>(
        _ endpoint: E.Type,
        for audience: Audience,
        ignoresCase: Bool = false,
        isLimited: Bool = true,
        handle: @escaping @Sendable (HTTPCall) async throws(OAuthError) -> HTTPAnswer
    ) {
        self.init(E.methods, E.path, for: audience, ignoresCase: ignoresCase, isLimited: isLimited, handle: handle)
    }
}

extension Route.Audience {
    /// Larger bodies are refused unread.
    var bodyLimit: Int { self == .kii ? HTTPCall.kiiBodyLimit : HTTPCall.bodyLimit }
}
