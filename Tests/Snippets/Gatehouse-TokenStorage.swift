import Foundation
import Gatehouse
import GatehouseTesting
import Testing

func MyTokenStore() -> MemoryTokenStore { MemoryTokenStore() }

nonisolated(unsafe) var configuration = ClientConfiguration(issuer: URL(filePath: "/"), clientID: "app")

var presence: any UserPresence { fatalError("never called") }
