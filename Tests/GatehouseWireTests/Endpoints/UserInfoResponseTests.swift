import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct UserInfoResponseTests {
    @Test func writesSubjectAndClaimsAsOneObject() throws {
        var claims = StandardClaims([.subject: "not this one", ClaimName(rawValue: "tier"): 3])
        claims.email = "someone@example.com"
        claims.emailVerified = true
        let response = UserInfoResponse(subject: "s", claims: claims)
        let json = #"{"email":"someone@example.com","email_verified":true,"sub":"s","tier":3}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(try UserInfoResponse(body: Data(json.utf8), fields: [:]) == response)
    }

    @Test(arguments: [("{}", "sub is missing."), (#"{"sub":7}"#, "sub is of the wrong type.")])
    func rejectsResponseWithoutSubject(_ json: String, _ message: String) {
        #expect(throws: WireError(message)) { try UserInfoResponse(body: Data(json.utf8), fields: [:]) }
    }
}
