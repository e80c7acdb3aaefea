import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct AccessTokenClaimsTests {
    private static let claims = AccessTokenClaims(
        issuer: "https://id.example.com",
        subject: "s",
        audience: ["https://id.example.com"],
        expiresAt: UnixTime(seconds: 1_700_003_600),
        issuedAt: UnixTime(seconds: 1_700_000_000),
        tokenID: "j",
        clientID: "app",
        scope: [.openid, .email],
        sessionID: "x",
        authenticatedAt: UnixTime(seconds: 1_700_000_000),
        acr: .singleFactor,
        amr: [.oneTimeCode]
    )
    private static let json =
        #"{"acr":"urn:gatehouse:acr:1","amr":["otp"],"aud":"https://id.example.com","auth_time":1700000000,"#
        + #""client_id":"app","exp":1700003600,"iat":1700000000,"iss":"https://id.example.com","jti":"j","#
        + #""scope":"openid email","sid":"x","sub":"s"}"#

    @Test func usesClaimNamesOfRFC9068() throws {
        #expect(String(decoding: JSONCoding.encode(Self.claims), as: UTF8.self) == Self.json)
        #expect(try JSONCoding.decode(AccessTokenClaims.self, from: Data(Self.json.utf8)) == Self.claims)
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat", "jti", "client_id"])
    func requiresMandatoryClaims(_ name: String) throws {
        var members = try JSONCoding.decode([String: JSONValue].self, from: Data(Self.json.utf8))
        members[name] = nil
        let body = JSONCoding.encode(members)
        #expect(throws: WireError("\(name) is missing.")) {
            try JSONCoding.decode(AccessTokenClaims.self, from: body)
        }
    }

    @Test func omitsEmptyScope() throws {
        var claims = Self.claims
        claims.scope = []
        let json = JSONCoding.encode(claims)
        #expect(try JSONCoding.decode([String: JSONValue].self, from: json)["scope"] == nil)
        #expect(try JSONCoding.decode(AccessTokenClaims.self, from: json) == claims)
    }

    private func check(_ issuer: String, _ audience: String?, at seconds: TimeInterval, leeway: TimeInterval = 0) throws
    {
        try Self.claims.check(
            issuer: issuer,
            audience: audience,
            now: Date(timeIntervalSince1970: seconds),
            leeway: leeway
        )
    }

    @Test func acceptsTokenUntilExpiry() throws {
        let issuer = "https://id.example.com"
        #expect(throws: Never.self) { try check(issuer, issuer, at: 1_700_003_599.9) }
        #expect(throws: JOSEError.expired) { try check(issuer, issuer, at: 1_700_003_600) }
        #expect(throws: Never.self) { try check(issuer, nil, at: 1_700_003_609, leeway: 10) }
        #expect(throws: JOSEError.expired) { try check(issuer, nil, at: 1_700_003_610, leeway: 10) }
    }

    @Test func rejectsWrongIssuerAndAudience() {
        #expect(throws: JOSEError.wrongIssuer) { try check("https://id.example.com/", nil, at: 1_700_000_000) }
        #expect(throws: JOSEError.wrongAudience) {
            try check("https://id.example.com", "https://api.example.com", at: 1_700_000_000)
        }
    }
}
