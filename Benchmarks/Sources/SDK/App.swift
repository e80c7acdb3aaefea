import Foundation
import Gatehouse

/// An app on this machine, as its client is set up.
struct App {
    let issuer: URL
    let clientID: String
    /// Where the sessions are kept.
    let directory: URL

    var configuration: GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
        configuration.tokenStore = FileTokenStore(
            directory: directory,
            // Sealed as by default, and without asking the desktop of whoever measures.
            protection: .keyFile(in: directory.appending(path: "keys"))
        )
        return configuration
    }
}
