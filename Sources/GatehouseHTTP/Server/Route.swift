import GatehouseMetrics
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// A path, its methods and their handler.
struct Route: Sendable {
    /// The kind of a route, which determines the format of errors, the CORS fields and the size of bodies.
    struct Kind: Sendable {
        /// The origins of web pages that may read the responses (Fetch §3.2).
        enum Origins: Sendable {
            case none
            case all
            /// Those that the handler allows; errors without a route may be read by all.
            case chosenByHandler
        }

        let origins: Origins
        /// The maximum size of a body in bytes; larger bodies are rejected unread.
        var bodyLimit = ServerRequest.bodyLimit
        /// Returns the response to an error; `nil` if errors are pages.
        let errorResponse: (@Sendable (OAuthError, HTTPRequest) -> ServerResponse)?

        /// Errors are JSON; not callable across origins.
        static let api = Kind(origins: .none) { error, _ in ServerResponse(error) }
        /// Errors are JSON; every origin may read.
        static let browserAPI = Kind(origins: .all) { error, _ in ServerResponse(error) }
        /// Errors are pages.
        static let page = Kind(origins: .none, errorResponse: nil)
    }

    /// The kind of paths without a route that a protocol's clients call.
    struct Fallback: Sendable {
        let kind: Kind
        /// Returns whether the clients of the protocol call a path below the issuer's.
        let covers: @Sendable (Substring.UTF8View) -> Bool
    }

    let methods: Set<HTTPRequest.Method>
    /// The path below the issuer's; a segment `{name}` matches any text.
    let path: String
    let kind: Kind
    /// Whether the path starts at the host's root, regardless of the issuer's path (RFC 8414 §3).
    let isAtRoot: Bool
    /// Whether the path ignores case, as some vendors' clients require.
    let ignoresCase: Bool
    /// Whether requests count against the rate limit of their network address; the other ones, of monitoring, are
    /// logged at debug level only.
    let isLimited: Bool
    /// The protocol that its clients speak.
    fileprivate(set) var wireProtocol = WireProtocol.openID
    /// The named segments that reports of rejected requests may contain, because they identify no user.
    fileprivate(set) var publicSegments: Set<String> = []
    /// The named segment that contains the client ID, if any.
    fileprivate(set) var clientSegment: String?
    /// The metrics of its requests; `nil` if they are not measured.
    fileprivate(set) var metrics: RouteMetrics?
    /// The form in which a client authenticates here; `nil` at endpoints that authenticate no clients.
    let clientForm: ClientForm?
    let handle: @Sendable (ServerRequest) async throws(OAuthError) -> ServerResponse

    init(
        _ methods: Set<HTTPRequest.Method>,
        _ path: String,
        for kind: Kind,
        isAtRoot: Bool = false,
        ignoresCase: Bool = false,
        isLimited: Bool = true,
        clientForm: ClientForm? = nil,
        handle: @escaping @Sendable (ServerRequest) async throws(OAuthError) -> ServerResponse
    ) {
        self.methods = methods
        self.path = path
        self.kind = kind
        self.isAtRoot = isAtRoot
        self.ignoresCase = ignoresCase
        self.isLimited = isLimited
        self.clientForm = clientForm
        self.handle = handle
    }

    /// Creates the route of an endpoint of the wire module.
    init<E: Endpoint>(
        _ endpoint: E.Type,
        for kind: Kind,
        ignoresCase: Bool = false,
        isLimited: Bool = true,
        clientForm: ClientForm? = nil,
        handle: @escaping @Sendable (ServerRequest) async throws(OAuthError) -> ServerResponse
    ) {
        self.init(
            E.methods,
            E.path,
            for: kind,
            ignoresCase: ignoresCase,
            isLimited: isLimited,
            clientForm: clientForm,
            handle: handle
        )
    }

    /// Returns the path with the public segments of a request in the place of their placeholders.
    func path(with segments: [String: String]) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            let name = String(part.dropFirst().dropLast())
            guard part.hasPrefix("{"), publicSegments.contains(name), let segment = segments[name] else {
                return String(part)
            }
            return segment
        }.joined(separator: "/")
    }
}

extension [Route] {
    /// Returns the routes with metrics of their requests.
    func measured(by metrics: RequestMetrics?) -> [Route] {
        map { route in
            var route = route
            route.metrics = metrics?.route(route.path)
            return route
        }
    }

    /// Returns the routes for the clients of a protocol.
    ///
    /// - Parameters:
    ///   - wireProtocol: The protocol.
    ///   - publicSegments: The named segments that identify no user.
    ///   - clientSegment: The one of them that contains the client ID.
    /// - Returns: The routes with these properties.
    func speaking(
        _ wireProtocol: WireProtocol,
        publicSegments: Set<String> = [],
        clientSegment: String? = nil
    ) -> [Route] {
        map { route in
            var route = route
            route.wireProtocol = wireProtocol
            route.publicSegments = publicSegments
            route.clientSegment = clientSegment
            return route
        }
    }
}

/// Finds the route of a path.
///
/// Most paths are constant and found by one lookup.
struct RouteTable: Sendable {
    private var fixed: [String: Route] = [:]
    /// The routes that ignore case, by lower-case path.
    private var folded: [String: Route] = [:]
    private var patterns: [(segments: [Substring], route: Route)] = []
    private let fallbacks: [Route.Fallback]
    private let basePath: String

    init(_ routes: [Route], fallbacks: [Route.Fallback], basePath: String) {
        self.fallbacks = fallbacks
        self.basePath = basePath
        for route in routes {
            let path = route.isAtRoot ? route.path : basePath + route.path
            if path.contains("{") {
                patterns.append((path.split(separator: "/", omittingEmptySubsequences: false), route))
            } else {
                fixed[path] = route
                if route.ignoresCase { folded[path.lowercased()] = route }
            }
        }
        // Fixed segments take precedence over placeholders.
        patterns.sort { Self.placeholders($0.segments) < Self.placeholders($1.segments) }
    }

    private static func placeholders(_ segments: [Substring]) -> Int { segments.count { $0.hasPrefix("{") } }

    /// Returns the route of a path and the values of its named segments; a trailing slash is ignored.
    func find(_ path: String) -> (route: Route, segments: [String: String])? {
        if let route = fixed[path] { return (route, [:]) }
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if let route = fixed[trimmed] ?? folded[trimmed.lowercased()] { return (route, [:]) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for (pattern, route) in patterns where pattern.count == parts.count {
            var segments: [String: String] = [:]
            let matches = zip(pattern, parts).allSatisfy { expected, part in
                guard expected.hasPrefix("{") else { return expected == part }
                segments[String(expected.dropFirst().dropLast())] = String(part)
                return !part.isEmpty
            }
            if matches { return (route, segments) }
        }
        return nil
    }

    /// Returns the kind of a path without a route: that of the protocol whose clients call it, or else pages.
    func kind(ofUnknown path: String) -> Route.Kind {
        guard path.utf8.starts(with: basePath.utf8) else { return .page }
        let rest = path.utf8.dropFirst(basePath.utf8.count)
        return fallbacks.first { $0.covers(rest) }?.kind ?? .page
    }
}
