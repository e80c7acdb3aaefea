import Foundation
import Gatehouse
import GatehouseTesting

let issuer = URL(filePath: "/")

/// The app of a UI test, which only Apple's toolchain has.
@MainActor final class XCUIApplication {
    var launchEnvironment: [String: String] = [:]

    func launch() {}
}
