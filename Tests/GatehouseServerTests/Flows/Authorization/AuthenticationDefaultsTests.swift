import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// `default_max_age` and `default_acr_values` (OpenID Connect Registration §2).
@Suite struct AuthenticationDefaultsTests {
    private func signedIn(_ defaults: AuthenticationDefaults) async throws -> (CompleteServer, BrowserContext) {
        let server = try await CompleteServer.with {
            $0.redirectURIs = [ServerHarness.redirectURI]
            $0.authenticationDefaults = defaults
        }
        try await server.addAccount("ada@example.com", password: "correct horse battery")
        var driver = try await BrowserDriver(on: server)
        try await driver.signIn("ada@example.com", password: "correct horse battery")
        return (server, driver.browser)
    }

    @Test func requiresSignInAfterDefaultMaximumAge() async throws {
        let (server, browser) = try await signedIn(AuthenticationDefaults(maxAge: 60))
        #expect(try await browser.authorize([.prompt: "none"], on: server).code != nil)
        server.clock.advance(by: 61)
        #expect(try await browser.authorize([.prompt: "none"], on: server).error == .loginRequired)
    }

    @Test func prefersMaximumAgeOfRequest() async throws {
        let (server, browser) = try await signedIn(AuthenticationDefaults(maxAge: 60))
        server.clock.advance(by: 61)
        #expect(try await browser.authorize([.prompt: "none", .maxAge: "120"], on: server).code != nil)
    }

    @Test func appliesDefaultClassesAsPreference() async throws {
        let (server, browser) = try await signedIn(AuthenticationDefaults(classes: [.multiFactor]))
        // acr_values are voluntary (OpenID Connect Core §3.1.2.1): a user without a second factor signs in.
        #expect(try await browser.authorize([.prompt: "none"], on: server).code != nil)
        let decision = try await browser.authorize([.prompt: "login"], on: server)
        guard case .authorization(let request)? = decision.flow?.state.purpose else {
            Issue.record("The request does not wait for the user.")
            return
        }
        #expect(request.authentication.preferredClasses == [.multiFactor])
    }
}
