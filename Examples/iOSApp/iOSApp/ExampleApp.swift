import Foundation
import Gatehouse
import GatehouseUI
import SwiftUI

/// An app whose users sign in on its own screens, and manage their account there.
@main
struct ExampleApp: App {
    private let gatehouse: GatehouseClient

    init() {
        // The development server on this Mac; a device needs an address that it can reach.
        guard let issuer = URL(string: "http://localhost:8080") else { fatalError("The URL of the server is invalid.") }
        gatehouse = GatehouseClient(issuer: issuer, clientID: "example-ios-app")
    }

    var body: some Scene {
        WindowGroup {
            ContentView()
                // It also completes a sign-in in the browser if the system terminated the app meanwhile.
                .gatehouse(gatehouse)
        }
    }
}
