import Foundation

/// The loopback redirect URI and its port.
struct LoopbackRedirect: Sendable {
    private let host: String
    private let path: String
    /// The port, if the app chooses one.
    let port: UInt16?

    /// - Throws: `misconfigured` if the redirect URI is not an http URI on a loopback address.
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
                "The redirect URI must be http://127.0.0.1/… for this user agent. The port is added at run time."
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
