import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonEndpointTests {
    private static var all: [any Endpoint.Type] {
        [
            AmazonAuthorizationEndpoint.self, AmazonTokenEndpoint.self, AmazonCodePairEndpoint.self,
            AmazonTokenInfoEndpoint.self, AmazonProfileEndpoint.self, AmazonLegacyProfileEndpoint.self,
            AmazonRevocationEndpoint.self,
        ]
    }

    @Test func usesPathsOfClients() {
        #expect(
            Self.all.map { "\($0.methods.map(\.rawValue).sorted().joined(separator: "|")) \($0.path)" } == [
                "GET /ap/oa", "POST /auth/o2/token", "POST /auth/o2/create/codepair", "GET /auth/o2/tokeninfo",
                "GET /user/profile", "GET /ap/user/profile", "POST /auth/o2/revoke",
            ]
        )
    }

    @Test func declaresServerErrors() {
        for endpoint in Self.all {
            #expect(!endpoint.errors.isDisjoint(with: [.serverError, .amazonServerError]), "\(endpoint)")
        }
    }
}
