import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon

/// A server with one app and one person, and the device of that person.
protocol World: Sendable {
    var apiKey: AmazonAPIKey { get }
    var device: Device { get }
    /// What the profile of the person says.
    var person: Profile { get }

    /// Where a browser ends up that opens the page, when the person does that.
    func visit(_ page: URL, _ deed: Deed) async throws -> URL?

    /// Ends every session of the person at the server, as an operator does, or the person who removes the app.
    func endSessions() async throws

    /// The next code has expired when the app gets it.
    func letNextCodeExpire()

    /// The person types the code in on another device.
    func type(_ userCode: String, _ deed: Deed) async throws
}

/// What a person does with a page.
enum Deed: Sendable {
    case agrees, refuses
}

/// What can be wrong with a code.
enum Spoiling: String, CaseIterable, Sendable {
    case expired, replayed, wrongVerifier, otherRedirect
}

/// What a profile says.
struct Profile: Sendable, Hashable {
    var name: String?
    var email: String?
    var postalCode: String?
}

extension World {
    /// Makes the next code useless.
    func spoilNextCode(_ spoiling: Spoiling) {
        let token = AmazonTokenEndpoint.path
        let other = String(repeating: "x", count: 43)
        switch spoiling {
        case .expired: letNextCodeExpire()
        case .replayed: device.network.failNext(token, .isDoubled)
        case .wrongVerifier:
            device.network.failNext(
                token,
                .changes { $0.replacing(/code_verifier=[^&]*/, with: "code_verifier=\(other)") }
            )
        case .otherRedirect:
            let redirectURI = FormCoding.encode(Device.redirectURI + other)
            device.network.failNext(
                token,
                .changes { $0.replacing(/redirect_uri=[^&]*/, with: "redirect_uri=\(redirectURI)") }
            )
        }
    }

    /// Starts the app: a new process, as far as the module can tell, with what is stored on the device.
    func launch(
        key: String? = nil,
        bundleIdentifier: String? = "com.example.app",
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) {
        device.stage.play { [self] page, deed in try await visit(page, deed) }
        AMZNAuthorizationManager.configure(
            apiKey: key ?? apiKey.text(signature: Data(repeating: 7, count: 256)),
            bundleIdentifier: bundleIdentifier
        ) { configuration in
            device.set(up: &configuration)
            adjust(&configuration)
        }
        let manager = AMZNAuthorizationManager.shared()
        manager.region = .auto
        manager.isSandboxMode = false
        manager.callbackQueue = .main
        AMZNCodePairManager.shared().region = .auto
    }
}
