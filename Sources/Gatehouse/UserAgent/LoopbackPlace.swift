import Foundation

/// Where on this machine a redirect is awaited.
struct LoopbackPlace: Sendable {
    private let host: String
    private let path: String
    /// The port that the app insists on.
    let port: UInt16?

    /// - Throws: `misconfigured` when the redirect URI does not lead to this machine over plain http.
    init(_ redirectURI: URL?) throws(AuthError) {
        guard let redirectURI else {
            host = "127.0.0.1"
            path = "/callback"
            port = nil
            return
        }
        guard redirectURI.scheme == "http", let host = redirectURI.host, ["127.0.0.1", "localhost"].contains(host)
        else {
            throw .misconfigured(
                "The redirect URI must be http://127.0.0.1/… for this user agent. The port is chosen when it listens."
            )
        }
        self.host = host
        path = redirectURI.path.isEmpty ? "/" : redirectURI.path
        port = redirectURI.port.flatMap(UInt16.init(exactly:))
    }

    func redirectURI(on port: UInt16) -> URL? {
        URL(string: "http://\(host):\(port)\(path)")
    }
}
