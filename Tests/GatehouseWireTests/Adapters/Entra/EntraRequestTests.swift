import GatehouseWire
import Testing

@Suite struct EntraRequestTests {
    private static let all: [EntraChallengeType] = [.oob, .password, .redirect]
    private static let token = Secret("t.1-_")

    @Test func writesSignUpAsEntrasClients() throws {
        let request = EntraSignUpStartRequest(
            clientID: "app",
            username: "a@example.com",
            challengeTypes: [.oob, .redirect],
            attributes: ["city": "Dublin"],
            capabilities: [.mfaRequired, .registrationRequired]
        )
        #expect(
            request.parameters.formEncodedWithPlus
                == "client_id=app&username=a%40example.com&challenge_type=oob+redirect"
                + "&capabilities=mfa_required+registration_required&attributes=%7B%22city%22%3A%22Dublin%22%7D"
        )
        #expect(
            try EntraSignUpStartRequest(parameters: Parameters(formEncoded: request.parameters.formEncoded)) == request
        )
    }

    private static func roundTrips<Request: WireRequest & Equatable>(_ request: Request) throws -> Bool {
        try Request(parameters: Parameters(formEncoded: request.parameters.formEncodedWithPlus)) == request
    }

    @Test func readsBackSignUpRequests() throws {
        #expect(
            try Self.roundTrips(
                EntraSignUpStartRequest(
                    clientID: "c",
                    username: "u",
                    challengeTypes: Self.all,
                    password: Secret("p w+&=ü"),
                    attributes: ["a": 1, "b": true, "c": ["x", "y"], "d": nil]
                )
            )
        )
        for submission in [
            .code(Secret("12345678")), .password(Secret("p w")), .attributes(["city": "Redmond"]), .attributes([:]),
            .other(.refreshToken),
        ] as [EntraSignUpContinueRequest.Submission] {
            #expect(
                try Self.roundTrips(
                    EntraSignUpContinueRequest(clientID: "c", continuationToken: Self.token, submission: submission)
                )
            )
        }
    }

    @Test func readsBackStartAndChallengeRequests() throws {
        #expect(try Self.roundTrips(EntraStartRequest(clientID: "c", username: "u", challengeTypes: Self.all)))
        for types in [Self.all, nil] {
            #expect(
                try Self.roundTrips(
                    EntraChallengeRequest(clientID: "c", continuationToken: Self.token, challengeTypes: types)
                )
            )
        }
        #expect(
            try Self.roundTrips(
                EntraChallengeRequest(
                    clientID: "c",
                    continuationToken: Self.token,
                    challengeTypes: Self.all,
                    methodID: "m-1"
                )
            )
        )
    }

    @Test func readsBackRegistrationRequests() throws {
        #expect(try Self.roundTrips(EntraIntrospectRequest(clientID: "c", continuationToken: Self.token)))
        for channel in ["email", nil] {
            #expect(
                try Self.roundTrips(
                    EntraRegistrationChallengeRequest(
                        clientID: "c",
                        continuationToken: Self.token,
                        target: "a+b@example.com",
                        channel: channel
                    )
                )
            )
        }
        for proof in [.code(Secret("12345678")), .none] as [EntraRegistrationContinueRequest.Proof] {
            #expect(
                try Self.roundTrips(
                    EntraRegistrationContinueRequest(clientID: "c", continuationToken: Self.token, proof: proof)
                )
            )
        }
    }

    @Test func writesRegistrationAsEntrasClients() {
        let challenge = EntraRegistrationChallengeRequest(
            clientID: "app",
            continuationToken: Self.token,
            target: "+15550100",
            channel: "sms"
        )
        #expect(
            challenge.parameters.formEncodedWithPlus
                == "client_id=app&continuation_token=t.1-_&challenge_type=oob"
                + "&challenge_target=%2B15550100&challenge_channel=sms"
        )
    }

    @Test(arguments: [
        ("challenge_type=oob", "challenge_target"), ("challenge_type=oob&challenge_target=", "challenge_target"),
        ("challenge_type=oob&challenge_target=a%0Ab", "challenge_target"), ("challenge_target=a", "challenge_type"),
        ("challenge_type=fax&challenge_target=a", "challenge_type"),
        ("challenge_type=oob&challenge_target=a&challenge_channel=b%0Ac", "challenge_channel"),
    ])
    func namesInvalidParameterOfRegistration(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraRegistrationChallengeRequest(
                parameters: Parameters(formEncoded: "client_id=c&continuation_token=t&" + form)
            )
        }
    }

    @Test(arguments: [("grant_type=password&password=p", "grant_type"), ("grant_type=oob", "oob"), ("", "grant_type")])
    func requiresProofForRegistration(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraRegistrationContinueRequest(
                parameters: Parameters(formEncoded: "client_id=c&continuation_token=t&" + form)
            )
        }
    }

    @Test func readsBackResetRequests() throws {
        #expect(
            try Self.roundTrips(
                EntraResetContinueRequest(clientID: "c", continuationToken: Self.token, code: Secret("12345678"))
            )
        )
        #expect(
            try Self.roundTrips(
                EntraResetSubmitRequest(clientID: "c", continuationToken: Self.token, newPassword: Secret("p"))
            )
        )
        #expect(try Self.roundTrips(EntraResetPollRequest(clientID: "c", continuationToken: Self.token)))
    }

    @Test func readsBackTokenRequests() throws {
        for proof in [
            .password(Secret("p")), .code(Secret("1")), .secondFactorCode(Secret("2")), .none,
        ] as [EntraTokenRequest.Proof] {
            #expect(
                try Self.roundTrips(
                    EntraTokenRequest(
                        clientID: "c",
                        continuationToken: Self.token,
                        proof: proof,
                        scope: [.openid, .offlineAccess],
                        claims: "{}",
                        username: "u",
                        challengeTypes: [.password, .redirect],
                        requestsClientInfo: false
                    )
                )
            )
        }
    }

    @Test(arguments: [
        ("username=u&challenge_type=redirect", "client_id"), ("client_id=c&challenge_type=redirect", "username"),
        ("client_id=c&username=&challenge_type=redirect", "username"),
        ("client_id=c&username=u%0Av&challenge_type=redirect", "username"),
        ("client_id=c&username=u", "challenge_type"), ("client_id=c&username=u&challenge_type=+", "challenge_type"),
        ("client_id=c&username=u&challenge_type=oob+fax+redirect", "challenge_type"),
        ("client_id=c&client_id=d&username=u&challenge_type=redirect", "client_id"),
        ("client_id=c&username=u&challenge_type=redirect&attributes=%5B%5D", "attributes"),
        ("client_id=c&username=u&challenge_type=redirect&attributes=%7B", "attributes"),
    ])
    func namesInvalidParameter(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraSignUpStartRequest(parameters: Parameters(formEncoded: form))
        }
    }

    @Test func requiresRedirectChallengeType() {
        #expect(
            throws: OAuthError(.unsupportedChallengeType, "challenge_type must include redirect.")
        ) {
            try EntraStartRequest(parameters: Parameters(formEncoded: "client_id=c&username=u&challenge_type=oob"))
        }
    }

    @Test(arguments: ["capabilities", "capability"]) func readsCapabilitiesFromEitherParameter(_ name: String) throws {
        let form = "client_id=c&username=u&challenge_type=redirect&\(name)=mfa_required+unknown"
        let request = try EntraStartRequest(parameters: Parameters(formEncoded: form))
        #expect(request.capabilities == [.mfaRequired, EntraCapability(rawValue: "unknown")])
    }

    @Test(arguments: [("1", true), ("true", true), ("TRUE", true), ("0", false), ("", false)])
    func readsClientInfoRequestInEitherSpelling(_ value: String, _ expected: Bool) throws {
        let form = "client_id=c&grant_type=continuation_token&continuation_token=t&client_info=\(value)"
        #expect(try EntraTokenRequest(parameters: Parameters(formEncoded: form)).requestsClientInfo == expected)
    }

    @Test(arguments: [
        ("grant_type=oob", "continuation_token"), ("grant_type=oob&continuation_token=t", "oob"),
        ("grant_type=mfa_oob&continuation_token=t", "oob"), ("grant_type=password&continuation_token=t", "password"),
        ("continuation_token=t", "grant_type"),
    ])
    func requiresProofForTokens(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraTokenRequest(parameters: Parameters(formEncoded: "client_id=c&" + form))
        }
    }
}
