import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraErrorBodyTests {
    private static func body(_ error: EntraError) -> EntraErrorBody {
        EntraErrorBody(
            error,
            traceID: "11111111-2222-4333-8444-555555555555",
            correlationID: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
            timestamp: UnixTime(seconds: 1_772_159_853)
        )
    }

    @Test func writesErrorInEntrasFormat() {
        let error = EntraError(
            .invalidGrant,
            EntraErrorNumber.invalidCode,
            suberror: .invalidCode,
            text: "The code is incorrect."
        )
        #expect(
            String(decoding: Self.body(error).body(), as: UTF8.self)
                == #"{"correlation_id":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee","error":"invalid_grant","error_codes":[50181],"#
                + #""error_description":"AADSTS50181: The code is incorrect.\r\n"#
                + #"Trace ID: 11111111-2222-4333-8444-555555555555\r\n"#
                + #"Correlation ID: aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee\r\nTimestamp: 2026-02-27 02:37:33Z","#
                + #""suberror":"invalid_oob_value","timestamp":"2026-02-27 02:37:33Z","#
                + #""trace_id":"11111111-2222-4333-8444-555555555555"}"#
        )
    }

    @Test func readsBackAllMembers() throws {
        var error = EntraError(
            .attributesRequired,
            EntraErrorNumber.attributesRequired,
            suberror: .attributesInvalid,
            text: "Attributes are required.",
            continuationToken: Secret("next"),
            requiredAttributes: [
                RequestedAttribute(name: "city", type: "string", isRequired: true, regex: "^.+$", label: "City"),
                RequestedAttribute(name: "age", type: "number", isRequired: false),
            ],
            invalidAttributes: ["city"],
            unverifiedAttributes: ["phone"],
            status: .tooManyRequests,
            retryAfter: 7
        )
        error.page = "https://login.example.com/errors/55106"
        let written = Self.body(error)
        #expect(written.fields[.retryAfter] == "7")
        let read = try EntraErrorBody(status: .tooManyRequests, fields: written.fields, body: written.body())
        #expect(read.error.text.hasPrefix("AADSTS55106: Attributes are required.\r\nTrace ID: "))
        error.text = read.error.text
        #expect(read.error == error)
        #expect(read.traceID == written.traceID)
        #expect(read.correlationID == written.correlationID)
        #expect(read.timestamp == written.timestamp)
    }

    @Test(arguments: [EntraSuberror.mfaRequired, .registrationRequired])
    func readsBackSecondFactorDemand(_ suberror: EntraSuberror) throws {
        let error = EntraError(
            .invalidGrant,
            EntraErrorNumber.mfaRequired,
            suberror: suberror,
            text: "Another factor is required.",
            continuationToken: Secret("next")
        )
        let read = try EntraErrorBody(status: .badRequest, fields: [:], body: Self.body(error).body()).error
        #expect(read.code == .invalidGrant)
        #expect(read.suberror == suberror)
        #expect(read.numbers == [EntraErrorNumber.mfaRequired])
        #expect(read.continuationToken == Secret("next"))
    }

    @Test func writesRequiredAttributeAsInReference() {
        let attribute = RequestedAttribute(name: "displayName", type: "string", isRequired: true, regex: ".*")
        #expect(
            String(decoding: JSONCoding.encode(attribute), as: UTF8.self)
                == #"{"name":"displayName","options":{"regex":".*"},"required":true,"type":"string"}"#
        )
    }

    @Test func readsMinimalError() throws {
        let read = try EntraErrorBody(
            status: .badRequest,
            fields: [:],
            body: Data(#"{"error":"unknown","timestamp":"yesterday","inner_errors":[{"error":"x"}]}"#.utf8)
        )
        #expect(
            read.error
                == EntraErrorBody(
                    EntraError(read.error.code, text: ""),
                    traceID: nil,
                    correlationID: nil,
                    timestamp: nil
                ).error
        )
        #expect(read.error.code.rawValue == "unknown")
        #expect(read.timestamp == nil)
    }

    @Test(arguments: ["", "<html>", "{}", #"{"error":"a","error_codes":["1"]}"#])
    func rejectsMalformedErrorBody(_ body: String) {
        #expect(throws: WireError.self) {
            try EntraErrorBody(status: .badRequest, fields: [:], body: Data(body.utf8))
        }
    }

    @Test(arguments: [
        (OAuthErrorCode.invalidRequest, 90_100), (.invalidScope, 70_011), (.unsupportedGrantType, 70_003),
        (.authorizationPending, 70_016), (.slowDown, 70_016), (.accessDenied, 70_018), (.expiredToken, 70_020),
        (.invalidGrant, 700_082), (.unsupportedChallengeType, 901_007),
    ])
    func assignsNumbersToOAuthErrors(_ code: OAuthErrorCode, _ number: Int) {
        let error = EntraError(
            OAuthError(code, "Reason.", retryAfter: .milliseconds(1500)),
            invalidGrant: EntraErrorNumber.invalidRefreshToken
        )
        #expect(error == EntraError(code, number, text: "Reason.", retryAfter: 2))
    }
}
