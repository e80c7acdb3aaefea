import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraSignUpTests {
    private static let pages = [
        ClientAttribute(name: "country", isRequired: true, page: 1),
        ClientAttribute(name: "locality", label: "City", isRequired: true, pattern: "[A-Z].*", page: 2),
        ClientAttribute(name: "newsletter", kind: .boolean, page: 2),
        ClientAttribute(name: "size", kind: .choice, isRequired: true, options: ["S", "M+"], page: 2),
    ]

    @Test func anAddressAndACodeMakeAnAccountAndSignIn() async throws {
        let entra = try await EntraWeb()
        let start = try await entra.signUp(challengeType: "oob redirect")
        #expect(start.verdict == "ok")
        #expect(try await entra.server.mailCount == 0)
        let challenge = try await entra.challenge("signup", start.token, challengeType: "oob redirect")
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_target_label"] == "a***a@example.com")
        #expect(challenge["code_length"] == 8)
        #expect(challenge["interval"] == 30)
        #expect(challenge.token != start.token)
        #expect(try await entra.hasAccount() == false)
        let done = try await entra.resume(challenge.token, code: try await entra.code())
        #expect(done.verdict == "ok")
        #expect(try await entra.hasAccount())
        let tokens = try await entra.token(done.token, .continuationToken, [.username: EntraWeb.email])
        #expect(tokens.verdict == "ok")
        #expect(tokens["refresh_token"] != nil)
    }

    @Test func aPasswordMayComeFirst() async throws {
        let entra = try await EntraWeb(.password)
        let token = try await entra.signUpWaitingForCode(password: EntraWeb.password)
        #expect(try await entra.resume(token, code: try await entra.code()).verdict == "ok")
        #expect(try await entra.signedIn().verdict == "ok")
    }

    @Test func aPasswordMayComeAfterTheCode() async throws {
        let entra = try await EntraWeb(.password)
        let asked = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        #expect(asked.verdict == "credential_required 55103")
        #expect(try await entra.hasAccount() == false)
        let challenge = try await entra.challenge("signup", asked.token)
        #expect(challenge["challenge_type"] == "password")
        let weak = try await entra.resume(challenge.token, .password, [.password: "aaaaaaaaaa"])
        #expect(weak.status == 400)
        #expect(weak.refusal?.suberror?.rawValue.hasPrefix("password_") == true)
        #expect(weak.token == nil)
        let done = try await entra.resume(challenge.token, .password, [.password: EntraWeb.password])
        #expect(done.verdict == "ok")
        #expect(try await entra.signedIn().verdict == "ok")
    }

    @Test(arguments: [
        ("short", "invalid_grant password_too_short 399247"),
        (String(repeating: "long password ", count: 80), "invalid_grant password_too_long 399248"),
        ("password1234", "invalid_grant password_banned 399249"),
        ("ada@example.com", "invalid_grant password_too_weak 399246"),
        ("abcdefghijklm", "invalid_grant password_too_weak 399246"),
    ])
    func aPasswordIsJudgedAtTheStart(_ password: String, _ verdict: String) async throws {
        let entra = try await EntraWeb(.password)
        #expect(try await entra.signUp(password: password).verdict == verdict)
    }

    @Test func attributesAreAskedForPageByPage() async throws {
        let entra = try await EntraWeb(attributes: Self.pages)
        let first = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        #expect(first.verdict == "attributes_required 55106")
        #expect(first["required_attributes"] == [["name": "country", "type": "string", "required": true]])
        let second = try await entra.resume(first.token, attributes: #"{"country":"United States"}"#)
        #expect(second.verdict == "attributes_required 55106")
        #expect(second.token != first.token)
        #expect(
            second["required_attributes"] == [
                [
                    "name": "city", "type": "string", "required": true, "options": ["regex": "^(?:[A-Z].*)$"],
                    "label": "City",
                ],
                [
                    "name": "size", "type": "string", "required": true,
                    "options": ["regex": #"^(S|M\+)$"#, "values": ["S", "M+"]],
                ],
            ]
        )
        let partly = try await entra.resume(second.token, attributes: #"{"city":"Redmond"}"#)
        #expect(partly.refusal?.requiredAttributes?.map(\.name) == ["size"])
        #expect(try await entra.hasAccount() == false)
        let done = try await entra.resume(partly.token, attributes: #"{"size":"M+","newsletter":true}"#)
        #expect(done.verdict == "ok")
        let account = try #require(try await entra.server.core.store.account(.email, EntraWeb.email))
        #expect(
            account.attributes
                == ["country": "United States", "locality": "Redmond", "size": "M+", "newsletter": true]
        )
    }

    @Test func refusesAttributesThatTheClientIsNotRegisteredToAskFor() async throws {
        let entra = try await EntraWeb(attributes: Self.pages)
        let start = try await entra.signUp(attributes: #"{"country":"Ireland","jobTitle":"x","displayName":"Ada"}"#)
        #expect(start.verdict == "invalid_grant attribute_validation_failed 55107")
        #expect(start.refusal?.invalidAttributes == ["displayName", "jobTitle"])
        #expect(start.sentence == "The client is not registered to ask for: displayName, jobTitle.")
        #expect(start.token == nil)
        let asked = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        let page = try await entra.resume(asked.token, attributes: #"{"city":"dublin","extension_1_age":"9"}"#)
        #expect(page.refusal?.invalidAttributes == ["city", "extension_1_age"])
        let again = try await entra.resume(asked.token, attributes: #"{"country":"Ireland"}"#)
        #expect(again.verdict == "attributes_required 55106")
    }

    @Test func attributesMayComeAtTheStart() async throws {
        let entra = try await EntraWeb(attributes: Self.pages)
        let token = try await entra.signUpWaitingForCode(
            attributes: #"{"country":"Ireland","locality":"Dublin","size":"S"}"#
        )
        #expect(try await entra.resume(token, code: try await entra.code()).verdict == "ok")
    }

    /// They wait with the code, which is asked for once more: sent before the address is proven they prove nothing.
    @Test(arguments: [NativeAuthentication.Method.code, .password])
    func attributesThatComeBeforeTheCodeWaitForIt(_ method: NativeAuthentication.Method) async throws {
        let entra = try await EntraWeb(method, attributes: Self.pages)
        let password = method == .password ? EntraWeb.password : nil
        let token = try await entra.signUpWaitingForCode(password: password, attributes: #"{"country":"Ireland"}"#)
        let wrong = try await entra.resume(token, attributes: #"{"city":"dublin"}"#)
        #expect(wrong.verdict == "invalid_grant attribute_validation_failed 55107")
        #expect(wrong.refusal?.invalidAttributes == ["city"])
        #expect(wrong.token == nil)
        let kept = try await entra.resume(token, attributes: #"{"city":"Dublin","size":"S"}"#)
        #expect(kept.status == 400)
        #expect(kept.verdict == "verification_required 55108")
        #expect(kept["unverified_attributes"] == [["name": "email"]])
        #expect(try #require(kept.token) != token)
        #expect(try await entra.hasAccount() == false)
        entra.server.clock.advance(by: 60)
        let again = try await entra.challenge("signup", kept.token)
        #expect(again["challenge_type"] == "oob")
        let done = try await entra.resume(again.token, code: try await entra.code())
        #expect(done.verdict == "ok")
        let account = try #require(try await entra.server.core.store.account(.email, EntraWeb.email))
        #expect(account.attributes == ["country": "Ireland", "locality": "Dublin", "size": "S"])
        #expect((account.passwordHash != nil) == (method == .password))
    }

    /// Who has no account hears the same as who has one.
    @Test func attributesBeforeTheCodeTellNobodyWhoIsAMember() async throws {
        let entra = try await EntraWeb(attributes: Self.pages)
        try await entra.addAccount()
        let token = try await entra.signUpWaitingForCode()
        let kept = try await entra.resume(token, attributes: #"{"country":"Ireland"}"#)
        #expect(kept.verdict == "verification_required 55108")
        #expect(
            try await entra.resume(kept.token, code: try await entra.code()).verdict == "user_already_exists 1003037"
        )
    }

    @Test func attributesAreCheckedWhereverTheyCome() async throws {
        let entra = try await EntraWeb(attributes: Self.pages)
        let start = try await entra.signUp(attributes: #"{"city":"dublin","size":"XXL"}"#)
        #expect(start.verdict == "invalid_grant attribute_validation_failed 55107")
        #expect(start.refusal?.invalidAttributes == ["city", "size"])
        #expect(start.token == nil)
        let asked = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        let wrong = try await entra.resume(asked.token, attributes: #"{"country":"Ireland","city":"dublin"}"#)
        #expect(wrong.refusal?.invalidAttributes == ["city"])
        #expect(wrong.token == nil)
        let again = try await entra.resume(asked.token, attributes: #"{"country":"Ireland"}"#)
        #expect(again.verdict == "attributes_required 55106")
    }

    @Test func afterAWrongCodeTheSameTokenGoesOn() async throws {
        let entra = try await EntraWeb()
        let token = try await entra.signUpWaitingForCode()
        let wrong = try await entra.resume(token, code: try await entra.wrongCode())
        #expect(wrong.verdict == "invalid_grant invalid_oob_value 50181")
        #expect(wrong.token == nil)
        #expect(try await entra.resume(token, code: try await entra.code()).verdict == "ok")
    }

    @Test func theLastWrongCodeEndsTheFlow() async throws {
        let entra = try await EntraWeb()
        let token = try await entra.signUpWaitingForCode()
        let tries = entra.server.core.settings.limits.triesPerCode
        for _ in 1..<tries { _ = try await entra.resume(token, code: try await entra.wrongCode()) }
        let last = try await entra.resume(token, code: try await entra.wrongCode())
        #expect(last.verdict == "expired_token 552003")
        #expect(try await entra.resume(token, code: try await entra.code()).status == 400)
        #expect(try await entra.hasAccount() == false)
    }

    @Test func anotherCodeTakesThePlaceOfTheFirstAndBothTokensGoOn() async throws {
        let entra = try await EntraWeb()
        let token = try await entra.signUpWaitingForCode()
        let first = try await entra.code()
        for _ in 0..<2 {
            let soon = try await entra.challenge("signup", token)
            #expect(soon["challenge_type"] == "oob")
            #expect(soon["interval"] == 30)
            #expect(try await entra.server.mailCount == 2)
        }
        #expect(try await entra.code() != first)
        entra.server.clock.advance(by: 30)
        let again = try await entra.challenge("signup", token)
        #expect(again["challenge_type"] == "oob")
        #expect(try await entra.server.mailCount == 3)
        #expect(try await entra.resume(token, code: first).verdict == "invalid_grant invalid_oob_value 50181")
        #expect(try await entra.resume(token, code: try await entra.code()).verdict == "ok")
    }

    @Test func anExpiredCodeSaysSo() async throws {
        let entra = try await EntraWeb()
        let token = try await entra.signUpWaitingForCode()
        let code = try await entra.code()
        entra.server.clock.advance(by: entra.server.core.settings.lifetimes.mailCode)
        let late = try await entra.resume(token, code: code)
        #expect(late.verdict == "invalid_grant invalid_oob_value 50182")
        #expect(late.sentence == "The code has expired. Ask for another one.")
        let again = try await entra.challenge("signup", token)
        #expect(try await entra.resume(again.token, code: try await entra.code()).verdict == "ok")
    }

    @Test func whoMayKnowIsToldAtOnceThatTheAddressIsTaken() async throws {
        let entra = try await EntraWeb(reveals: true)
        try await entra.addAccount()
        #expect(try await entra.signUp().verdict == "user_already_exists 1003037")
    }

    @Test func elseTheOwnerAloneIsTold() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount()
        let token = try await entra.signUpWaitingForCode()
        #expect(
            try await entra.resume(token, code: try await entra.wrongCode()).verdict
                == "invalid_grant invalid_oob_value 50181"
        )
        #expect(try await entra.resume(token, code: try await entra.code()).verdict == "user_already_exists 1003037")
    }

    @Test(arguments: [
        (NativeAuthentication.Method.code, "password redirect", "oob"), (.password, "oob redirect", "password"),
        (.password, "redirect", "oob password"),
    ])
    func whoCannotDoWhatIsNeededGoesToABrowser(
        _ method: NativeAuthentication.Method,
        _ types: String,
        _ lacks: String
    ) async throws {
        let entra = try await EntraWeb(method)
        let start = try await entra.signUp(challengeType: types)
        #expect(start.status == 200)
        #expect(start["challenge_type"] == "redirect")
        #expect(start["redirect_reason"]?.string == "The challenge_type of the client lacks: \(lacks).")
        #expect(start.token == nil)
    }

    @Test func anUnknownGrantIsAParameterThatIsNotGood() async throws {
        let entra = try await EntraWeb()
        let answer = try await entra.resume(try await entra.signUpWaitingForCode(), .refreshToken, [:])
        #expect(answer.verdict == "invalid_request 90100")
        #expect(answer.sentence == "The grant_type parameter is empty or not valid.")
    }
}
