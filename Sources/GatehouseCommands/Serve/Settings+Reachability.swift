import Foundation
import GatehouseHTTP

extension Settings {
    /// What an operator should know where the issuer is not what the server listens on; `nil` where it is.
    ///
    /// `port` is the one that connections are taken at.
    package func reachabilityNote(port: Int) -> String? {
        let address = "\(listen.host) port \(port)"
        if issuer.isSecure && certificate == nil {
            return "It takes plain http at \(address): something in front of it has to answer https at \(issuer.text)."
        }
        let everywhere = ["0.0.0.0", "::"]
        let loopback = ["localhost", "127.0.0.1", "::1"]
        let host = issuer.host.trimmingCharacters(in: ["[", "]"])
        let isSameHost =
            host == listen.host || everywhere.contains(listen.host)
            || loopback.contains(host) && loopback.contains(listen.host)
        let issuerPort = URLComponents(string: issuer.text)?.port ?? (issuer.isSecure ? 443 : 80)
        guard !isSameHost || issuerPort != port else { return nil }
        return "It takes connections at \(address): something has to lead from \(issuer.text) to there."
    }
}
