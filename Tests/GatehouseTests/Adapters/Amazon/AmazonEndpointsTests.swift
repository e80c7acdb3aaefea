import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

struct AmazonEndpointsTests {
    @Test func derivesEndpointsFromAPIKey() throws {
        let endpoints = try AmazonEndpoints(
            try key("https://login.example.com/app"),
            in: AmazonLocation(region: .europe, isSandbox: true)
        )
        #expect(endpoints.authorization.absoluteString == "https://login.example.com/app/ap/oa")
        #expect(endpoints.token.absoluteString == "https://login.example.com/app/auth/o2/token")
        #expect(endpoints.codePair.absoluteString == "https://login.example.com/app/auth/o2/create/codepair")
        #expect(endpoints.profile.absoluteString == "https://login.example.com/app/user/profile")
        #expect(endpoints.tokenInfo.absoluteString == "https://login.example.com/app/auth/o2/tokeninfo")
        #expect(endpoints.revocation?.absoluteString == "https://login.example.com/app/auth/o2/revoke")
    }

    @Test(
        arguments: [
            (AmazonRegion.automatic, "https://www.amazon.com", "https://api.amazon.com"),
            (.northAmerica, "https://www.amazon.com", "https://api.amazon.com"),
            (.europe, "https://eu.account.amazon.com", "https://api.amazon.co.uk"),
            (.farEast, "https://apac.account.amazon.com", "https://api.amazon.co.jp"),
        ]
    )
    func selectsAmazonHostsByRegion(region: AmazonRegion, authorization: String, api: String) throws {
        for isSandbox in [false, true] {
            let endpoints = try AmazonEndpoints(
                try amazonKey(),
                in: AmazonLocation(region: region, isSandbox: isSandbox)
            )
            let data = isSandbox ? api.replacing("//api.", with: "//api.sandbox.") : api
            #expect(endpoints.authorization.absoluteString == authorization + "/ap/oa")
            #expect(endpoints.token.absoluteString == api + "/auth/o2/token")
            #expect(endpoints.codePair.absoluteString == api + "/auth/o2/create/codepair")
            #expect(endpoints.profile.absoluteString == data + "/user/profile")
            #expect(endpoints.tokenInfo.absoluteString == data + "/auth/o2/tokeninfo")
            #expect(endpoints.revocation == nil)
        }
    }

    @Test(arguments: ["http://login.example.com", "ftp://login.example.com"])
    func rejectsIssuerWithoutHTTPS(issuer: String) throws {
        let key = try key(issuer)
        #expect(throws: AuthError.self) { try AmazonEndpoints(key, in: AmazonLocation()) }
    }

    @Test func acceptsHTTPForLoopbackServer() throws {
        let endpoints = try AmazonEndpoints(try key("http://localhost:8080"), in: AmazonLocation())
        #expect(endpoints.profile.absoluteString == "http://localhost:8080/user/profile")
    }

    @Test func rejectsUnknownEndpointLayout() throws {
        var key = try amazonKey()
        key.endpoints.token = try #require(URL(string: "https://login.example.com/token"))
        #expect(throws: AuthError.self) { try AmazonEndpoints(key, in: AmazonLocation()) }
    }

    private func key(_ issuer: String) throws -> AmazonAPIKey {
        try #require(
            AmazonAPIKey(issuer: issuer, clientID: "app", bundleID: "com.example.app", id: "id", issuedAt: 0)
        )
    }

    private func amazonKey() throws -> AmazonAPIKey {
        var key = try key("https://api.amazon.com")
        key.endpoints.authorization = try #require(URL(string: "https://www.amazon.com/ap/oa"))
        key.endpoints.revocation = nil
        return key
    }
}
