import Foundation
import Gatehouse

// An app's first lines, with nothing stored and nobody to ask.
guard let issuer = URL(string: "https://login.example.com") else { exit(1) }
var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "example")
configuration.tokenStore = MemoryTokenStore()
let gatehouse = GatehouseClient(configuration)
let session = try await gatehouse.session()
print(session == nil ? "Nobody is signed in." : "Somebody is signed in.")
