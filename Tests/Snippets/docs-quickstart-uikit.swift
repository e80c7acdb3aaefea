import Foundation
import Gatehouse

let gatehouse = GatehouseClient(issuer: URL(filePath: "/"), clientID: "app")

var session: Session { fatalError("never called") }

/// The scene delegate of an app.
@MainActor class Members {
    var stateTask: Task<Void, Never>?

    func showHome(of account: Account) {}
    func showWelcome() {}
}
