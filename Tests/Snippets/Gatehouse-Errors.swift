import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
let sessions: [Session] = []
nonisolated(unsafe) var alertText: String?

func show(_ error: AuthError) {}
