import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct AmazonAuthorizationRulesTests {
    private static let subsets: [ScopeSet] = {
        let scopes: [Scope] = [.profile, .email, .amazonUserID, .postalCode, .offlineAccess]
        return (0..<(1 << scopes.count)).map { bits in
            ScopeSet(scopes.indices.filter { bits & (1 << $0) != 0 }.map { scopes[$0] })
        }
    }()

    @Test(arguments: subsets) func mapsScopesLikeEndpoints(_ scopes: ScopeSet) {
        #expect(AuthorizationRules.amazon.own(for: scopes) == AmazonScopeMapping.own(for: scopes))
        #expect(AuthorizationRules.amazon.presented(scopes) == AmazonScopeMapping.amazonScopes(scopes))
    }
}
