import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
