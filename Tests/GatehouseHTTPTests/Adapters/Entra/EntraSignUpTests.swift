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

    @Test func createsAccountWithCodeAndSignsIn() async throws {
        let entra = try await EntraFixture()
        let start = try await entra.signUp(challengeType: "oob redirect")
        #expect(start.summary == "ok")
        #expect(try await entra.server.mailCount == 0)
        let challenge = try await entra.challenge("signup", start.token, challengeType: "oob redirect")
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_target_label"] == "a***a@example.com")
        #expect(challenge["code_length"] == 8)
        #expect(challenge["interval"] == 30)
        #expect(challenge.token != start.token)
        #expect(try await entra.hasAccount() == false)
        let done = try await entra.resume(challenge.token, code: try await entra.code())
        #expect(done.summary == "ok")
        #expect(try await entra.hasAccount())
        let tokens = try await entra.token(done.token, .continuationToken, with: [.username: EntraFixture.email])
        #expect(tokens.summary == "ok")
        #expect(tokens["refresh_token"] != nil)
    }

    @Test func acceptsPasswordAtStart() async throws {
        let entra = try await EntraFixture(.password)
        let token = try await entra.signUpWaitingForCode(password: EntraFixture.password)
        #expect(try await entra.resume(token, code: try await entra.code()).summary == "ok")
        #expect(try await entra.signedIn().summary == "ok")
    }

    @Test func acceptsPasswordAfterCode() async throws {
        let entra = try await EntraFixture(.password)
        let requested = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        #expect(requested.summary == "credential_required 55103")
        #expect(try await entra.hasAccount() == false)
        let challenge = try await entra.challenge("signup", requested.token)
        #expect(challenge["challenge_type"] == "password")
        let weak = try await entra.resume(challenge.token, .password, with: [.password: "aaaaaaaaaa"])
        #expect(weak.status == 400)
        #expect(weak.error?.suberror?.rawValue.hasPrefix("password_") == true)
        #expect(weak.token == nil)
        let done = try await entra.resume(challenge.token, .password, with: [.password: EntraFixture.password])
        #expect(done.summary == "ok")
        #expect(try await entra.signedIn().summary == "ok")
    }

    @Test(arguments: [
        ("short", "invalid_grant password_too_short 399247"),
        (String(repeating: "long password ", count: 80), "invalid_grant password_too_long 399248"),
        ("password1234", "invalid_grant password_banned 399249"),
        ("ada@example.com", "invalid_grant password_too_weak 399246"),
        ("abcdefghijklm", "invalid_grant password_too_weak 399246"),
    ])
    func validatesPasswordAtStart(_ password: String, _ summary: String) async throws {
        let entra = try await EntraFixture(.password)
        #expect(try await entra.signUp(password: password).summary == summary)
    }

    @Test func requestsAttributesPageByPage() async throws {
        let entra = try await EntraFixture(attributes: Self.pages)
        let first = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        #expect(first.summary == "attributes_required 55106")
        #expect(first["required_attributes"] == [["name": "country", "type": "string", "required": true]])
        let second = try await entra.resume(first.token, attributes: #"{"country":"United States"}"#)
        #expect(second.summary == "attributes_required 55106")
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
        #expect(partly.error?.requiredAttributes?.map(\.name) == ["size"])
        #expect(try await entra.hasAccount() == false)
        let done = try await entra.resume(partly.token, attributes: #"{"size":"M+","newsletter":true}"#)
        #expect(done.summary == "ok")
        let account = try #require(try await entra.server.store.account(.email, EntraFixture.email))
        #expect(
            account.attributes
                == ["country": "United States", "locality": "Redmond", "size": "M+", "newsletter": true]
        )
    }

    @Test func rejectsUnregisteredAttributes() async throws {
        let entra = try await EntraFixture(attributes: Self.pages)
        let start = try await entra.signUp(attributes: #"{"country":"Ireland","jobTitle":"x","displayName":"Ada"}"#)
        #expect(start.summary == "invalid_grant attribute_validation_failed 55107")
        #expect(start.error?.invalidAttributes == ["displayName", "jobTitle"])
        #expect(start.errorDescription == "Attributes not registered for the client: displayName, jobTitle.")
        #expect(start.token == nil)
        let requested = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        let page = try await entra.resume(requested.token, attributes: #"{"city":"dublin","extension_1_age":"9"}"#)
        #expect(page.error?.invalidAttributes == ["city", "extension_1_age"])
        let again = try await entra.resume(requested.token, attributes: #"{"country":"Ireland"}"#)
        #expect(again.summary == "attributes_required 55106")
    }

    @Test func acceptsAttributesAtStart() async throws {
        let entra = try await EntraFixture(attributes: Self.pages)
        let token = try await entra.signUpWaitingForCode(
            attributes: #"{"country":"Ireland","locality":"Dublin","size":"S"}"#
        )
        #expect(try await entra.resume(token, code: try await entra.code()).summary == "ok")
    }

    /// Attributes that arrive before the address is verified are stored with the code, and verification stays required.
    @Test(arguments: [NativeAuthenticationSettings.Method.code, .password])
    func keepsEarlyAttributesUntilCodeIsVerified(_ method: NativeAuthenticationSettings.Method) async throws {
        let entra = try await EntraFixture(method, attributes: Self.pages)
        let password = method == .password ? EntraFixture.password : nil
        let token = try await entra.signUpWaitingForCode(password: password, attributes: #"{"country":"Ireland"}"#)
        let wrong = try await entra.resume(token, attributes: #"{"city":"dublin"}"#)
        #expect(wrong.summary == "invalid_grant attribute_validation_failed 55107")
        #expect(wrong.error?.invalidAttributes == ["city"])
        #expect(wrong.token == nil)
        let pending = try await entra.resume(token, attributes: #"{"city":"Dublin","size":"S"}"#)
        #expect(pending.status == 400)
        #expect(pending.summary == "verification_required 55108")
        #expect(pending["unverified_attributes"] == [["name": "email"]])
        #expect(try #require(pending.token) != token)
        #expect(try await entra.hasAccount() == false)
        entra.server.clock.advance(by: 60)
        let again = try await entra.challenge("signup", pending.token)
        #expect(again["challenge_type"] == "oob")
        let done = try await entra.resume(again.token, code: try await entra.code())
        #expect(done.summary == "ok")
        let account = try #require(try await entra.server.store.account(.email, EntraFixture.email))
        #expect(account.attributes == ["country": "Ireland", "locality": "Dublin", "size": "S"])
        #expect((account.passwordHash != nil) == (method == .password))
    }

    @Test func hidesAccountExistenceForEarlyAttributes() async throws {
        let entra = try await EntraFixture(attributes: Self.pages)
        try await entra.addAccount()
        let token = try await entra.signUpWaitingForCode()
        let pending = try await entra.resume(token, attributes: #"{"country":"Ireland"}"#)
        #expect(pending.summary == "verification_required 55108")
        #expect(
            try await entra.resume(pending.token, code: try await entra.code()).summary == "user_already_exists 1003037"
        )
    }

    @Test func validatesAttributesAtEveryStep() async throws {
        let entra = try await EntraFixture(attributes: Self.pages)
        let start = try await entra.signUp(attributes: #"{"city":"dublin","size":"XXL"}"#)
        #expect(start.summary == "invalid_grant attribute_validation_failed 55107")
        #expect(start.error?.invalidAttributes == ["city", "size"])
        #expect(start.token == nil)
        let requested = try await entra.resume(try await entra.signUpWaitingForCode(), code: try await entra.code())
        let wrong = try await entra.resume(requested.token, attributes: #"{"country":"Ireland","city":"dublin"}"#)
        #expect(wrong.error?.invalidAttributes == ["city"])
        #expect(wrong.token == nil)
        let again = try await entra.resume(requested.token, attributes: #"{"country":"Ireland"}"#)
        #expect(again.summary == "attributes_required 55106")
    }

    @Test func keepsTokenAfterWrongCode() async throws {
        let entra = try await EntraFixture()
        let token = try await entra.signUpWaitingForCode()
        let wrong = try await entra.resume(token, code: try await entra.wrongCode())
        #expect(wrong.summary == "invalid_grant invalid_oob_value 50181")
        #expect(wrong.token == nil)
        #expect(try await entra.resume(token, code: try await entra.code()).summary == "ok")
    }

    @Test func endsFlowAfterLastWrongCode() async throws {
        let entra = try await EntraFixture()
        let token = try await entra.signUpWaitingForCode()
        let attempts = entra.server.identity.settings.limits.attemptsPerCode
        for _ in 1..<attempts { _ = try await entra.resume(token, code: try await entra.wrongCode()) }
        let last = try await entra.resume(token, code: try await entra.wrongCode())
        #expect(last.summary == "expired_token 552003")
        #expect(try await entra.resume(token, code: try await entra.code()).status == 400)
        #expect(try await entra.hasAccount() == false)
    }

    @Test func replacesCodeOnResendAndKeepsTokens() async throws {
        let entra = try await EntraFixture()
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
        #expect(try await entra.resume(token, code: first).summary == "invalid_grant invalid_oob_value 50181")
        #expect(try await entra.resume(token, code: try await entra.code()).summary == "ok")
    }

    @Test func reportsExpiredCode() async throws {
        let entra = try await EntraFixture()
        let token = try await entra.signUpWaitingForCode()
        let code = try await entra.code()
        entra.server.clock.advance(by: entra.server.identity.settings.lifetimes.mailCode)
        let late = try await entra.resume(token, code: code)
        #expect(late.summary == "invalid_grant invalid_oob_value 50182")
        #expect(late.errorDescription == "The code has expired; request a new one.")
        let again = try await entra.challenge("signup", token)
        #expect(try await entra.resume(again.token, code: try await entra.code()).summary == "ok")
    }

    @Test func disclosesTakenAddressToAllowedClient() async throws {
        let entra = try await EntraFixture(disclosesAccounts: true)
        try await entra.addAccount()
        #expect(try await entra.signUp().summary == "user_already_exists 1003037")
    }

    @Test func disclosesTakenAddressOnlyAfterCode() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount()
        let token = try await entra.signUpWaitingForCode()
        #expect(
            try await entra.resume(token, code: try await entra.wrongCode()).summary
                == "invalid_grant invalid_oob_value 50181"
        )
        #expect(try await entra.resume(token, code: try await entra.code()).summary == "user_already_exists 1003037")
    }

    @Test(arguments: [
        (NativeAuthenticationSettings.Method.code, "password redirect", "oob"), (.password, "oob redirect", "password"),
        (.password, "redirect", "oob password"),
    ])
    func redirectsToBrowserWhenChallengeTypeIsUnsupported(
        method: NativeAuthenticationSettings.Method,
        types: String,
        lacks: String
    ) async throws {
        let entra = try await EntraFixture(method)
        let start = try await entra.signUp(challengeType: types)
        #expect(start.status == 200)
        #expect(start["challenge_type"] == "redirect")
        #expect(start["redirect_reason"]?.string == "The challenge_type of the client lacks: \(lacks).")
        #expect(start.token == nil)
    }

    @Test func rejectsUnknownGrantType() async throws {
        let entra = try await EntraFixture()
        let response = try await entra.resume(try await entra.signUpWaitingForCode(), .refreshToken, with: [:])
        #expect(response.summary == "invalid_request 90100")
        #expect(response.errorDescription == "The grant_type parameter is empty or not valid.")
    }
}
