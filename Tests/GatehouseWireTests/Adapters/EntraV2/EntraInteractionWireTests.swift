import Foundation
import GatehouseWire
import HTTPTypes
import Testing

/// The messages of version 2 of Entra's native authentication, with the documented examples.
@Suite struct EntraInteractionWireTests {
    private static func interaction(_ text: String) throws -> EntraInteraction {
        try EntraInteraction(body: Data(text.utf8), fields: [:])
    }

    private static func text(_ response: some WireResponse) -> String {
        String(decoding: response.body(), as: UTF8.self)
    }

    // MARK: authorize-challenge

    @Test func readsAndWritesAuthorizeChallengeRequests() throws {
        let start = EntraAuthorizeChallengeRequest.start(
            .init(
                clientID: "app",
                scope: [.openid, .offlineAccess],
                claims: try ClaimsRequest(parsing: #"{"id_token":{"email":null}}"#)
            )
        )
        #expect(try EntraAuthorizeChallengeRequest(parameters: start.parameters) == start)
        let resume = EntraAuthorizeChallengeRequest.resume(continuationToken: Secret("t"))
        #expect(resume.parameters.formEncoded == "continuation_token=t")
        #expect(try EntraAuthorizeChallengeRequest(parameters: resume.parameters) == resume)
        let old = try EntraAuthorizeChallengeRequest(parameters: Parameters(formEncoded: "client_id=app"))
        #expect(old == .start(.init(clientID: "app")))
    }

    @Test(arguments: [
        "", "client_id=", "client_id=a&response_type=token", "client_id=a&claims=%7B", "client_id=a&client_id=b",
    ])
    func rejectsInvalidAuthorizeChallengeRequest(form: String) throws {
        let parameters = try Parameters(formEncoded: form)
        #expect(throws: OAuthError.self) { try EntraAuthorizeChallengeRequest(parameters: parameters) }
    }

    @Test func readsDocumentedStart() throws {
        let body = #"""
            {"error":"InsufficientAuthorization","error_description":"AADSTS500127: More is required.",
             "error_codes":[500127],"continuation_token":"AQAB","sign_in":"https://contoso.example/t/api/v2.0/signin/start",
             "sign_up":"/t/api/v2.0/signup/start","reset_password":"/t/api/v2.0/resetpassword/start"}
            """#
        let response = try EntraAuthorizeChallengeResponse(body: Data(body.utf8), fields: [:])
        let start = EntraAuthorizeChallengeResponse.Start(
            continuationToken: Secret("AQAB"),
            signIn: "https://contoso.example/t/api/v2.0/signin/start",
            signUp: "/t/api/v2.0/signup/start",
            resetPassword: "/t/api/v2.0/resetpassword/start"
        )
        #expect(response == .insufficientAuthorization(start) && response.status == .unauthorized)
        #expect(try EntraAuthorizeChallengeResponse(body: response.body(), fields: [:]) == response)
        #expect(throws: WireError.self) { try EntraAuthorizeChallengeResponse(body: Data("{}".utf8), fields: [:]) }
    }

    @Test func writesAuthorizationCodeAsInReference() throws {
        let response = EntraAuthorizeChallengeResponse.code(Secret("abc"))
        #expect(Self.text(response) == #"{"code":"abc"}"# && response.status == .ok)
        #expect(try EntraAuthorizeChallengeResponse(body: response.body(), fields: [:]) == response)
    }

    // MARK: Interactions

    @Test func readsDocumentedChallenge() throws {
        let challenge = try Self.interaction(
            #"""
            {"state":"interactionRequired","action":"challenge","continuationToken":"AQAB","scenario":"recovery",
             "challengeContext":{"authenticationFactor":"singleFactor"},"unknown":{"a":1},
             "_embedded":{"methods":[{"id":"m1","type":"email","hint":"j****n@c****o",
               "_links":{"challenge":{"href":"/t/api/v2.0/auth/methods/email/m1/challenge","templated":false}}},
              {"id":"m2","type":"fido","_links":{}}]}}
            """#
        )
        #expect(challenge.action == .challenge && challenge.challengeContext?.authenticationFactor == .single)
        #expect(challenge.scenario == .recovery && challenge.methods.map(\.type.rawValue) == ["email", "fido"])
        #expect(challenge.methods.first?.links[.challenge]?.href == "/t/api/v2.0/auth/methods/email/m1/challenge")
        #expect(try Self.interaction(Self.text(challenge)) == challenge)
    }

    @Test func readsCodeLengthInPayload() throws {
        let verify = try Self.interaction(
            #"{"state":"interactionRequired","action":"verify","type":"email","payload":{"codeLength":8}}"#
        )
        #expect(verify.codeLength == 8 && verify.type == .email && verify.links.isEmpty)
    }

    @Test func writesVerificationAsInReference() throws {
        var verify = EntraInteraction(
            .interactionRequired,
            .verify,
            continuationToken: Secret("t"),
            links: [.verify: EntraLink("/v"), .resend: EntraLink("/r")]
        )
        (verify.type, verify.hint, verify.codeLength) = (.email, "a***a@example.com", 8)
        #expect(
            Self.text(verify)
                == #"{"_links":{"resend":{"href":"/r"},"verify":{"href":"/v"}},"action":"verify","codeLength":8,"#
                + #""continuationToken":"t","hint":"a***a@example.com","state":"interactionRequired","type":"email"}"#
        )
        #expect(try Self.interaction(Self.text(verify)) == verify)
    }

    @Test func writesCompletionWithoutAction() throws {
        let done = EntraInteraction(
            .proceed,
            continuationToken: Secret("t"),
            links: [.proceed: EntraLink("/t/oauth2/v2.0/authorize-challenge")]
        )
        #expect(
            Self.text(done)
                == #"{"_links":{"continue":{"href":"/t/oauth2/v2.0/authorize-challenge"}},"continuationToken":"t","#
                + #""state":"continue"}"#
        )
        #expect(try Self.interaction(Self.text(done)) == done)
        #expect(try Self.interaction(#"{"state":"redirect"}"#).state == .redirect)
    }

    @Test func writesAttributesAsInReference() throws {
        var collect = EntraInteraction(.interactionRequired, .collectAttributes, continuationToken: Secret("t"))
        collect.attributes = [EntraAttributeDescriptor("email", isRequired: true)]
        #expect(
            Self.text(collect)
                == #"{"action":"collectAttributes","attributes":[{"attributeId":"email","inputType":"text","#
                + #""required":true}],"continuationToken":"t","state":"interactionRequired"}"#
        )
        #expect(try Self.interaction(Self.text(collect)) == collect)
    }

    @Test func placesMethodInPath() {
        #expect(
            EntraInteractionEndpoint.verify.path(of: .email, id: "m1") == "/api/v2.0/auth/methods/email/m1/verify"
        )
        #expect(EntraInteractionEndpoint.allCases.filter { $0.method == .put } == [.update])
    }

    @Test(arguments: [
        (nil, "application/json"), ("application/json", "application/json"), ("*/*", "application/json"),
        ("application/hal+json", "application/hal+json"),
        ("text/html, Application/HAL+JSON;q=1", "application/hal+json"),
    ])
    func selectsMediaType(accept: String?, type: String) {
        #expect(HTTPFields.uncachedInteraction(accept: accept)[.contentType] == type)
    }

    // MARK: Requests

    @Test func readsAndWritesRequests() throws {
        let request = EntraInteractionRequest(
            continuationToken: Secret("t"),
            username: "ada@example.com",
            password: Secret("p"),
            otp: Secret("1"),
            code: Secret("2"),
            newPassword: Secret("n"),
            target: "+819012345678",
            attributes: ["country": "UK", "agrees": true]
        )
        #expect(try EntraInteractionRequest(body: JSONCoding.encode(request)) == request)
        #expect(
            String(decoding: JSONCoding.encode(EntraInteractionRequest(continuationToken: Secret("t"))), as: UTF8.self)
                == #"{"continuationToken":"t"}"#
        )
    }

    @Test func namesInvalidMember() throws {
        let long = String(repeating: "a", count: 1025)
        for (body, text) in [
            (#"{}"#, "The body is not valid: continuationToken is missing."),
            (#"{"continuationToken":"t","otp":7}"#, "The body is not valid: otp is of the wrong type."),
            (#"{"continuationToken":"t","target":"\#(long)"}"#, "The target parameter is empty or not valid."),
        ] {
            let error = #expect(throws: EntraInteractionError.self) {
                try EntraInteractionRequest(body: Data(body.utf8))
            }
            #expect(error?.text == text && error?.code == .invalidRequest && error?.number == 90_100)
        }
    }

    // MARK: Errors

    @Test func readsErrorOfOtherServer() throws {
        let body = #"""
            {"error":{"code":"invalidRequest","message":"AADSTS1003037: The account exists.","innerError":{"details":
             [{"attributeIds":["email"],"code":"userAlreadyExists","message":"x"}]},"correlationId":"c","traceId":"t",
             "timestamp":"2026-11-26 10:00:00Z"}}
            """#
        let read = try EntraInteractionErrorBody(status: .badRequest, fields: [:], body: Data(body.utf8))
        #expect(read.error.number == 1_003_037 && read.error.innerCode == nil)
        #expect(read.error.details == [.init("userAlreadyExists", attributeIDs: ["email"], message: "x")])
        #expect(read.correlationID == "c" && read.traceID == "t" && read.timestamp == "2026-11-26 10:00:00Z")
        #expect(throws: WireError.self) {
            try EntraInteractionErrorBody(status: .badRequest, fields: [:], body: Data(#"{"error":"x"}"#.utf8))
        }
    }

    @Test func writesErrorWithBothCorrelationIDs() throws {
        let error = EntraInteractionError(.invalidGrant, 50_181, inner: .invalidOneTimeCode, text: "Wrong.")
        let body = EntraInteractionErrorBody(error, traceID: "t", correlationID: "c", timestamp: UnixTime(seconds: 0))
        #expect(
            String(decoding: body.body(), as: UTF8.self)
                == #"{"error":{"code":"invalidGrant","correlationId":"c","correlation_id":"c","#
                + #""innerError":{"code":"invalidOneTimeCode"},"message":"AADSTS50181: Wrong.","#
                + #""timestamp":"1970-01-01 00:00:00Z","traceId":"t"}}"#
        )
    }

    @Test func spellsCodesOfOAuthErrors() {
        for (code, spelled) in [
            (OAuthErrorCode.invalidRequest, "invalidRequest"), (.temporarilyUnavailable, "temporarilyUnavailable"),
            (.serverError, "serverError"), (.invalidGrant, "invalidGrant"),
        ] {
            let error = EntraInteractionError(EntraError(code, 1, text: "x", status: .badRequest, retryAfter: 3))
            #expect(error.code.rawValue == spelled && error.number == 1 && error.retryAfter == 3)
        }
    }

    @Test(arguments: [
        ("MSAL.Android", "8.7.0", true), ("MSAL.Android", "8.10.1", true), ("MSAL.Android", "9", true),
        ("MSAL.Android", "8.6.9", false), ("MSAL.Android", "", false), ("MSAL.iOS", "8.7.0", false), ("", "9.0", false),
    ])
    func requestsBrowserInFormOfLibrary(name: String, version: String, isInner: Bool) {
        var error = EntraInteractionError(.redirectToWeb, nil, text: "Use a browser.")
        error.state = .redirect
        let library = EntraClientLibrary(fields: [.clientLibrary: name, .clientLibraryVersion: version])
        let adapted = error.adapted(to: library)
        #expect(adapted.state == .redirect)
        #expect(adapted.code == (isInner ? .snakeCaseInvalidGrant : .redirectToWeb))
        #expect(adapted.innerCode == (isInner ? .webRedirectRequired : nil))
        let other = EntraInteractionError(.invalidGrant, nil, text: "Wrong.")
        #expect(other.adapted(to: library) == other)
    }
}
