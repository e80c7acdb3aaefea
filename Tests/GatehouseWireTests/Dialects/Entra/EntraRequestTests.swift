import GatehouseWire
import Testing

@Suite struct EntraRequestTests {
    private static let all: [EntraChallengeType] = [.oob, .password, .redirect]

    @Test func aSignUpIsWrittenAsEntrasClientsWriteIt() throws {
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

    private static func survives<Request: WireRequest & Equatable>(_ request: Request) throws -> Bool {
        try Request(parameters: Parameters(formEncoded: request.parameters.formEncodedWithPlus)) == request
    }

    @Test func everyRequestReadsWhatItWrites() throws {
        let token = Secret("t.1-_")
        #expect(
            try Self.survives(
                EntraSignUpStartRequest(
                    clientID: "c",
                    username: "u",
                    challengeTypes: Self.all,
                    password: Secret("p w+&=ü"),
                    attributes: ["a": 1, "b": true, "c": ["x", "y"], "d": nil]
                )
            )
        )
        #expect(try Self.survives(EntraStartRequest(clientID: "c", username: "u", challengeTypes: Self.all)))
        #expect(
            try Self.survives(
                EntraChallengeRequest(clientID: "c", continuationToken: token, challengeTypes: Self.all)
            )
        )
        #expect(
            try Self.survives(EntraChallengeRequest(clientID: "c", continuationToken: token, challengeTypes: nil))
        )
        for submission in [
            .code(Secret("12345678")), .password(Secret("p w")), .attributes(["city": "Redmond"]), .attributes([:]),
            .other(.refreshToken),
        ] as [EntraSignUpContinueRequest.Submission] {
            #expect(
                try Self.survives(
                    EntraSignUpContinueRequest(clientID: "c", continuationToken: token, submission: submission)
                )
            )
        }
        #expect(
            try Self.survives(
                EntraResetContinueRequest(clientID: "c", continuationToken: token, code: Secret("12345678"))
            )
        )
        #expect(
            try Self.survives(
                EntraResetSubmitRequest(clientID: "c", continuationToken: token, newPassword: Secret("p"))
            )
        )
        #expect(try Self.survives(EntraResetPollRequest(clientID: "c", continuationToken: token)))
        for proof in [
            .password(Secret("p")), .code(Secret("1")), .secondFactorCode(Secret("2")), .none,
        ] as [EntraTokenRequest.Proof] {
            #expect(
                try Self.survives(
                    EntraTokenRequest(
                        clientID: "c",
                        continuationToken: token,
                        proof: proof,
                        scope: [.openid, .offlineAccess],
                        claims: "{}",
                        username: "u",
                        challengeTypes: [.password, .redirect],
                        wantsClientInfo: false
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
    func namesTheParameterThatIsNotGood(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraSignUpStartRequest(parameters: Parameters(formEncoded: form))
        }
    }

    @Test func aClientHasToBeAbleToSendPeopleToABrowser() {
        #expect(
            throws: OAuthError(.unsupportedChallengeType, "The challenge_type parameter has to list redirect.")
        ) {
            try EntraStartRequest(parameters: Parameters(formEncoded: "client_id=c&username=u&challenge_type=oob"))
        }
    }

    @Test(arguments: ["capabilities", "capability"]) func capabilitiesGoByEitherName(_ name: String) throws {
        let form = "client_id=c&username=u&challenge_type=redirect&\(name)=mfa_required+unheard_of"
        let request = try EntraStartRequest(parameters: Parameters(formEncoded: form))
        #expect(request.capabilities == [.mfaRequired, EntraCapability(rawValue: "unheard_of")])
    }

    @Test(arguments: [("1", true), ("true", true), ("TRUE", true), ("0", false), ("", false)])
    func clientInfoIsWantedInEitherSpelling(_ value: String, _ isWanted: Bool) throws {
        let form = "client_id=c&grant_type=continuation_token&continuation_token=t&client_info=\(value)"
        #expect(try EntraTokenRequest(parameters: Parameters(formEncoded: form)).wantsClientInfo == isWanted)
    }

    @Test(arguments: [
        ("grant_type=oob", "continuation_token"), ("grant_type=oob&continuation_token=t", "oob"),
        ("grant_type=mfa_oob&continuation_token=t", "oob"), ("grant_type=password&continuation_token=t", "password"),
        ("continuation_token=t", "grant_type"),
    ])
    func tokensNeedTheirProof(_ form: String, _ name: String) {
        #expect(throws: OAuthError(.invalidRequest, "The \(name) parameter is empty or not valid.")) {
            try EntraTokenRequest(parameters: Parameters(formEncoded: "client_id=c&" + form))
        }
    }
}
