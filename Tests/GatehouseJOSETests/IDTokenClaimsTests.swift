import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct IDTokenClaimsTests {
    @Test func encodesProtocolAndUserClaims() throws {
        var userClaims = StandardClaims([.issuer: "not this one", .nonce: "nor this"])
        userClaims.email = "someone@example.com"
        let claims = IDTokenClaims(
            issuer: "i",
            subject: "s",
            audience: ["app", "other"],
            expiresAt: UnixTime(seconds: 2),
            issuedAt: UnixTime(seconds: 1),
            authenticatedAt: UnixTime(seconds: 1),
            nonce: "n",
            acr: .multiFactor,
            amr: [.password, .oneTimeCode],
            authorizedParty: "app",
            accessTokenHash: "h",
            sessionID: "x",
            claims: userClaims
        )
        let json =
            #"{"acr":"urn:gatehouse:acr:2","amr":["pwd","otp"],"at_hash":"h","aud":["app","other"],"auth_time":1,"#
            + #""azp":"app","email":"someone@example.com","exp":2,"iat":1,"iss":"i","nonce":"n","sid":"x","sub":"s"}"#
        #expect(String(decoding: JSONCoding.encode(claims), as: UTF8.self) == json)
        #expect(try JSONCoding.decode(IDTokenClaims.self, from: Data(json.utf8)) == claims)
        #expect(claims.claims.values.keys.map(\.rawValue) == ["email"])
    }
}
