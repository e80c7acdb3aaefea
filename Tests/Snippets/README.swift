import Foundation
import Gatehouse
import GatehouseTesting
import Testing

var gatehouse: GatehouseClient { fatalError("never called") }

/// The code of the app that the test calls.
struct Greeting {
    let gatehouse: GatehouseClient

    func text() async throws -> String { "Hello" }
}
