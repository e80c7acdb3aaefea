import Foundation
import GatehouseWire
import Testing

@Suite struct AmazonScopeTests {
    @Test func amazonsProfileIsNameAndAddress() {
        #expect(AmazonScopes.own(for: [.profile]) == [.profile, .email])
        #expect(AmazonScopes.own(for: [.postalCode, .amazonUserID]) == [.postalCode, .amazonUserID])
        #expect(AmazonScopes.shown([.profile, .email, .postalCode, .offlineAccess]) == [.profile, .postalCode])
        #expect(AmazonScopes.shown([.email]) == [.email])
    }

    @Test func eachScopeShowsItsClaims() {
        #expect(AmazonScopes.claims(for: [.amazonUserID]) == [.userID])
        #expect(AmazonScopes.claims(for: [.profile]) == [.userID, .name])
        #expect(AmazonScopes.claims(for: [.profile, .email]) == [.userID, .name, .email])
        #expect(AmazonScopes.claims(for: [.postalCode]) == [.userID, .postalCode])
        #expect(AmazonScopes.claims(for: [.openid]) == [.userID])
    }

    @Test func onlyWhatIsMarkedNotEssentialIsVoluntary() throws {
        let text = #"{"profile":{"essential":true},"postal_code":{"essential":false},"alexa:all":{"productID":"x"}}"#
        let data = try AmazonScopeData(parsing: text)
        #expect(data.voluntary == [.postalCode])
        #expect(try AmazonScopeData(parsing: data.encoded) == data)
    }

    @Test func tokensAreReadInEitherSpelling() {
        #expect(AmazonTokenForm.accessToken.spell(Secret("a.b")) == Secret("Atza|a.b"))
        #expect(AmazonTokenForm.accessToken.read(Secret("Atza|a.b")) == Secret("a.b"))
        #expect(AmazonTokenForm.accessToken.read(Secret("a.b")) == Secret("a.b"))
        #expect(AmazonTokenForm.refreshToken.read(Secret("Atza|a.b")) == Secret("Atza|a.b"))
    }
}
