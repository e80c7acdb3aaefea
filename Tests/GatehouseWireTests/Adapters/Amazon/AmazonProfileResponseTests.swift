import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonProfileResponseTests {
    private static let full = AmazonProfileResponse(
        userID: "amzn1.account.K2LI23KL2LK2",
        email: "someone@example.com",
        name: "Some One",
        postalCode: "98101"
    )

    @Test func readsBackWrittenProfile() throws {
        let json =
            #"{"email":"someone@example.com","name":"Some One","postal_code":"98101","user_id":"amzn1.account.K2LI23KL2LK2"}"#
        #expect(String(decoding: Self.full.body(), as: UTF8.self) == json)
        #expect(try AmazonProfileResponse(body: Data(json.utf8), fields: [:]) == Self.full)
    }

    @Test func omitsAbsentMembers() {
        let minimal = AmazonProfileResponse(userID: "amzn1.account.A")
        #expect(String(decoding: minimal.body(), as: UTF8.self) == #"{"user_id":"amzn1.account.A"}"#)
    }

    @Test func writesLegacyFormat() throws {
        let old = AmazonLegacyProfileResponse(requestID: "r1", profile: Self.full)
        let json =
            #"{"Profile":{"CustomerId":"amzn1.account.K2LI23KL2LK2","Name":"Some One","PostalCode":"98101","#
            + #""PrimaryEmail":"someone@example.com"},"Request-Id":"r1"}"#
        #expect(String(decoding: old.body(), as: UTF8.self) == json)
        #expect(try AmazonLegacyProfileResponse(body: Data(json.utf8), fields: [:]) == old)
    }

    @Test func reportsRemainingSecondsInTokenInfo() throws {
        let json =
            #"{"app_id":"amzn1.application.1","aud":"amzn1.application-oa2-client.1","exp":2370,"iat":1446510240,"#
            + #""iss":"https://www.amazon.com","user_id":"amzn1.account.A"}"#
        let response = try AmazonTokenInfoResponse(body: Data(json.utf8), fields: [:])
        #expect(response.expiresIn == 2370)
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
    }
}
