import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseHTTP

@Suite struct ConsentItemTests {
    @Test func showsTheOperatorsTextForAScope() throws {
        let client = Client.app(
            "app",
            redirectURIs: [ServerFixture.callback],
            createdAt: Date(timeIntervalSince1970: 0)
        )
        let intent = ValidatedAuthorizationRequest(
            clientID: client.id,
            redirectURI: try #require(RedirectURI(rawValue: ServerFixture.callback)),
            redirectURIWasSent: true,
            responseMode: .query,
            state: nil,
            nonce: nil,
            scopes: [.email, Scope(rawValue: "orders:read"), Scope(rawValue: "notes")],
            codeChallenge: nil,
            requiresConsent: false,
            authentication: AuthenticationRequirement(),
            claims: nil,
            requiredAccount: nil
        )
        let settings = ServerSettings(
            issuer: "https://login.example.com",
            isDevelopment: false,
            mailFrom: "id@example.com",
            scopeTexts: [Scope(rawValue: "orders:read"): [.english: "See your orders", .german: "Bestellungen sehen"]]
        )
        let items = ConsentItem.items(
            of: .authorization(intent),
            for: client,
            declined: [],
            email: "a@example.com",
            texts: ScopeTexts(settings, ResourceCatalog(), in: .german)
        )
        #expect(items.map(\.description) == [nil, "Bestellungen sehen", nil])
    }
}
