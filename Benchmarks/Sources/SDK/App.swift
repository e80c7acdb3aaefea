import Foundation
import Gatehouse

/// The configuration of an app on this machine.
struct App {
    let issuer: URL
    let clientID: String
    /// The folder of the token store.
    let directory: URL

    var configuration: GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
        configuration.tokenStore = FileTokenStore(
            directory: directory,
            // Encrypted as by default, without using the desktop's keyring.
            protection: .keyFile(in: directory.appending(path: "keys"))
        )
        return configuration
    }
}
