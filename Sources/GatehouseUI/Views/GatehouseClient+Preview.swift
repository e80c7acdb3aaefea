#if canImport(SwiftUI) && DEBUG
import Foundation
import Gatehouse
import SwiftUI

extension GatehouseClient {
    /// A client for previews: it has no sessions, and its server does not exist.
    static let preview: GatehouseClient = {
        var configuration = ClientConfiguration(issuer: URL(filePath: "/"), clientID: "preview")
        configuration.tokenStore = MemoryTokenStore()
        return GatehouseClient(configuration: configuration)
    }()
}
#endif
