import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")
let enteredCode = "12345678"
let field = "Bearer"

var session: Session { fatalError("never called") }

func show(_ keyURI: String) {}
