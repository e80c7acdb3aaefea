import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
let token = "token"
let refreshToken = "token"
let expiry = Date.distantFuture
