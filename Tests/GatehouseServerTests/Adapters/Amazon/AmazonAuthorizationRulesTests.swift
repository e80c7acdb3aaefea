import Foundation
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct AmazonAuthorizationRulesTests {
    @Test func appliesToStoredFlow() async throws {
        let request = ValidatedAuthorizationRequest(
            client: try await ServerHarness().addClient(scopes: [.profile, .email]),
            request: AuthorizationRequest(clientID: "app", redirectURI: nil, scope: [.profile, .email]),
            redirectURI: try #require(RedirectURI(rawValue: "https://app.example.com/callback")),
            requiredAccount: nil,
            rules: .amazon,
            optionalScopes: [.profile]
        )
        let state = FlowState(purpose: .authorization(request), browser: nil, language: .english, step: .finished)
        let stored = try state.encoded()
        #expect(!String(decoding: stored, as: UTF8.self).contains(AmazonError.accessDenied.description))
        let decoded = try FlowState.decode(stored, rules: AuthorizationRules.registered)
        #expect(decoded == state)
        #expect(decoded.purpose.excluding([.profile]).scopes == [])
        #expect(try FlowState.decode(stored).purpose.excluding([.profile]).scopes == [.email])
    }
}
