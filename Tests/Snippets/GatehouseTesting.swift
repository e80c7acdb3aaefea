import Foundation
import Gatehouse
import GatehouseTesting

let app = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
let server = TestServer()

var ada: ScriptedUser { fatalError("never called") }
