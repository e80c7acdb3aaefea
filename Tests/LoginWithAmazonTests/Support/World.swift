import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon

/// A server with one app and one user, and the user's device.
protocol World: Sendable {
    var apiKey: AmazonAPIKey { get }
    var device: Device { get }
    /// The profile of the user.
    var user: Profile { get }

    /// Opens a page with the user's decision and returns the redirect URL, if any.
    func visit(_ page: URL, _ decision: UserDecision) async throws -> URL?

    /// Ends every session of the user at the server, as an administrator or the user would.
    func endSessions() async throws

    /// Expires the next code before the app redeems it.
    func expireNextCode()

    /// Enters the code on another device.
    func type(_ userCode: String, _ decision: UserDecision) async throws
}

/// The user's decision on a consent page.
enum UserDecision: Sendable {
    case agrees, denies
}

/// A fault that makes a code unusable.
enum CodeFault: String, CaseIterable, Sendable {
    case expired, replayed, wrongVerifier, otherRedirect
}

/// The claims of a profile.
struct Profile: Sendable, Hashable {
    var name: String?
    var email: String?
    var postalCode: String?
}

extension World {
    /// Makes the next code unusable.
    func invalidateNextCode(_ codeFault: CodeFault) {
        let token = AmazonTokenEndpoint.path
        let other = String(repeating: "x", count: 43)
        switch codeFault {
        case .expired: expireNextCode()
        case .replayed: device.network.failNext(token, .isSentTwice)
        case .wrongVerifier:
            device.network.failNext(
                token,
                .modifies { $0.replacing(/code_verifier=[^&]*/, with: "code_verifier=\(other)") }
            )
        case .otherRedirect:
            let redirectURI = FormCoding.encode(Device.redirectURI + other)
            device.network.failNext(
                token,
                .modifies { $0.replacing(/redirect_uri=[^&]*/, with: "redirect_uri=\(redirectURI)") }
            )
        }
    }

    /// Configures the module anew, like a relaunched app with the same stored data.
    func launch(
        key: String? = nil,
        bundleIdentifier: String? = "com.example.app",
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) {
        device.userAgent.setHandler { [self] page, decision in try await visit(page, decision) }
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
