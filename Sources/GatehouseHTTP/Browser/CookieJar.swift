/// The cookies of a request (RFC 6265 §5.4).
struct CookieJar: Sendable {
    private var values: [String: String] = [:]

    /// Of two cookies with one name the first counts: it has the more specific path.
    init(fields: [String]) {
        for pair in fields.joined(separator: ";").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = String(parts[0].drop { $0 == " " })
            if values[name] == nil { values[name] = String(parts[1]) }
        }
    }

    subscript(name: String) -> String? { values[name] }
}
