import Foundation
import Gatehouse
import GatehouseTesting
import Testing

func MyTokenStore() -> MemoryTokenStore { MemoryTokenStore() }

let presence: any UserPresence = { fatalError("never called") }()
var configuration = ClientConfiguration(issuer: URL(filePath: "/"), clientID: "app")
