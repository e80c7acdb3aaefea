/// Finds the route of a path.
///
/// All but a few paths are fixed text, so one lookup finds them.
struct RouteTable: Sendable {
    private var fixed: [String: Route] = [:]
    /// Those that ignore case, by their paths in small letters.
    private var folded: [String: Route] = [:]
    private var patterns: [(segments: [Substring], route: Route)] = []

    init(_ routes: [Route], basePath: String) {
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

    /// The route of a path and what its named segments matched; a slash at the end is not told apart.
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
}
