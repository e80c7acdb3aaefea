import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct OAuthErrorTests {
    @Test(arguments: [
        (OAuthErrorCode.invalidRequest, 400), (.invalidClient, 401), (.invalidGrant, 400), (.invalidToken, 401),
        (.insufficientScope, 403), (.serverError, 500), (.temporarilyUnavailable, 503), (.authorizationPending, 400),
        (.accessDenied, 400), (.useDPoPNonce, 400), (.invalidDPoPProof, 400), (.insufficientUserAuthentication, 401),
        (OAuthErrorCode(rawValue: "from_the_future"), 400),
    ])
    func usesStatusOfCode(_ code: OAuthErrorCode, _ status: Int) {
        #expect(OAuthError(code, "").status.code == status)
    }

    @Test func writesStandardBody() {
        let error = OAuthError(.invalidGrant, "The code has expired.")
        #expect(
            String(decoding: error.body(), as: UTF8.self)
                == #"{"error":"invalid_grant","error_description":"The code has expired."}"#
        )
        #expect(error.fields == [.contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache"])
    }

    @Test func replacesForbiddenCharacters() {
        #expect(OAuthError.printable("\"a\\b\"\nä\u{7F}~ !") == "'a/b'???~ !")
    }

    @Test func roundsRetryAfterUp() {
        let error = OAuthError(
            .temporarilyUnavailable,
            "Too many requests.",
            status: .tooManyRequests,
            retryAfter: .milliseconds(1500)
        )
        #expect(error.fields[.retryAfter] == "2")
        #expect(error.status == .tooManyRequests)
        #expect(OAuthError(.slowDown, "", retryAfter: .seconds(5)).fields[.retryAfter] == "5")
        #expect(OAuthError(.slowDown, "", retryAfter: .seconds(-5)).fields[.retryAfter] == "0")
    }

    @Test func writesChallenge() {
        let error = OAuthError(.invalidClient, "", challenge: WWWAuthenticate(.basic, realm: "r"))
        #expect(error.fields[.wwwAuthenticate] == #"Basic realm="r""#)
    }

    /// RFC 9449 §8.
    @Test func carriesNonceForNextProof() throws {
        var error = OAuthError(.useDPoPNonce, "Use the nonce.")
        error.dpopNonce = "eyJ7S_zG"
        #expect(error.fields[.dpopNonce] == "eyJ7S_zG")
        #expect(try OAuthError(status: .badRequest, fields: error.fields, body: error.body()) == error)
        var problem = ProblemDetails(.invalidToken)
        problem.dpopNonce = "eyJ7S_zG"
        #expect(problem.fields[.dpopNonce] == "eyJ7S_zG")
        #expect(try ProblemDetails(status: problem.status, fields: problem.fields, body: problem.body()) == problem)
    }

    @Test func readsBodyOfAnyServer() throws {
        let body = Data(#"{"error":"invalid_grant","error_uri":"https://example.com","more":[1]}"#.utf8)
        let error = try OAuthError(status: .badRequest, fields: [.retryAfter: "7"], body: body)
        #expect(error == OAuthError(.invalidGrant, "", retryAfter: .seconds(7)))
    }

    @Test(arguments: [
        #"Bearer realm="x", error="invalid_token", error_description="Expired""#, "Bearer error=invalid_token",
        #"Bearer Error="invalid_token""#,
    ])
    func readsChallengeWithoutBody(_ field: String) throws {
        let error = try OAuthError(status: .unauthorized, fields: [.wwwAuthenticate: field], body: Data())
        #expect(error.code == .invalidToken)
    }

    @Test(arguments: ["", "<html>Bad Gateway</html>", "{}", #"{"error":42}"#, "[]"])
    func rejectsResponsesOfOtherServers(_ body: String) {
        #expect(throws: WireError("The response with status 502 is not an OAuth error.")) {
            try OAuthError(status: .badGateway, fields: [.wwwAuthenticate: "Basic realm=proxy"], body: Data(body.utf8))
        }
    }
}
