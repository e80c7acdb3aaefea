import Foundation
import GatehouseWire
import Testing

@Suite struct AmazonScopeTests {
    @Test func mapsAmazonsProfileToNameAndEmail() {
        #expect(AmazonScopeMapping.own(for: [.profile]) == [.profile, .email])
        #expect(AmazonScopeMapping.own(for: [.postalCode, .amazonUserID]) == [.postalCode, .amazonUserID])
        #expect(
            AmazonScopeMapping.amazonScopes([.profile, .email, .postalCode, .offlineAccess]) == [.profile, .postalCode]
        )
        #expect(AmazonScopeMapping.amazonScopes([.email]) == [.email])
    }

    @Test func mapsScopesToClaims() {
        #expect(AmazonScopeMapping.claims(for: [.amazonUserID]) == [.userID])
        #expect(AmazonScopeMapping.claims(for: [.profile]) == [.userID, .name])
        #expect(AmazonScopeMapping.claims(for: [.profile, .email]) == [.userID, .name, .email])
        #expect(AmazonScopeMapping.claims(for: [.postalCode]) == [.userID, .postalCode])
        #expect(AmazonScopeMapping.claims(for: [.openid]) == [.userID])
    }

    @Test func treatsNonEssentialScopesAsOptional() throws {
        let text = #"{"profile":{"essential":true},"postal_code":{"essential":false},"alexa:all":{"productID":"x"}}"#
        let data = try AmazonScopeData(parsing: text)
        #expect(data.optionalScopes == [.postalCode])
        #expect(try AmazonScopeData(parsing: data.encoded) == data)
    }

    @Test func readsTokensWithAndWithoutPrefix() {
        #expect(AmazonTokenPrefix.accessToken.adapt(Secret("a.b")) == Secret("Atza|a.b"))
        #expect(AmazonTokenPrefix.accessToken.read(Secret("Atza|a.b")) == Secret("a.b"))
        #expect(AmazonTokenPrefix.accessToken.read(Secret("a.b")) == Secret("a.b"))
        #expect(AmazonTokenPrefix.refreshToken.read(Secret("Atza|a.b")) == Secret("Atza|a.b"))
    }
}
