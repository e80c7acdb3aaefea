import Foundation
import Gatehouse

let url = URL(filePath: "/")
let gatehouse = GatehouseClient(issuer: url, clientID: "app")

/// The scene delegate of an app.
@MainActor class Members {}

var session: Session { fatalError("never called") }

func greet(_ account: Account) {}
func greet(_ name: String?) {}
func show(_ step: SignUpStep) {}
func showHome(_ account: Account) {}
func showSplash() {}
func showWelcome() {}
