import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraSignInTests {
    @Test func signsInWithCode() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount(password: nil)
        let start = try await entra.signIn()
        let challenge = try await entra.challenge("oauth2", start.token)
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_channel"] == "email")
        let wrong = try await entra.token(challenge.token, .oob, with: [.oob: try await entra.wrongCode()])
        #expect(wrong.summary == "invalid_grant invalid_oob_value 50181")
        let tokens = try await entra.token(challenge.token, .oob, with: [.oob: try await entra.code()])
        #expect(tokens.summary == "ok")
        #expect(tokens["token_type"] == "Bearer")
    }

    private static let number = "+819012345678"
    private static let names = [
        AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil),
        AccountIdentifier(kind: .phone, value: number, verifiedAt: Date(timeIntervalSince1970: 0)),
    ]

    @Test(arguments: [false, true], ["Ada", "ADA", number, "+81 90-1234-5678"])
    func signsInByUserNameAndNumberWithPassword(disclosesAccounts: Bool, name: String) async throws {
        let entra = try await EntraFixture(.password, disclosesAccounts: disclosesAccounts)
        try await entra.addAccount(nil, names: Self.names)
        let challenge = try await entra.challenge("oauth2", try await entra.signIn(name).token)
        #expect(challenge["challenge_type"] == "password")
        let wrong = try await entra.token(challenge.token, .password, with: [.password: "a guess"])
        #expect(wrong.summary == "invalid_grant 50126")
        let tokens = try await entra.token(challenge.token, .password, with: [.password: EntraFixture.password])
        #expect(tokens.summary == "ok")
        let parts = try #require(tokens["id_token"]?.string).split(separator: ".")
        let claims = try JSONCoding.decode(JSONValue.self, from: Base64URL.decode(parts[1]) ?? Data())
        #expect(claims["preferred_username"] == "Ada")
    }

    @Test func respondsAlikeForUnknownNames() async throws {
        let entra = try await EntraFixture(.password)
        for name in ["unknown", "+819087654321"] {
            let challenge = try await entra.challenge("oauth2", try await entra.signIn(name).token)
            #expect(challenge["challenge_type"] == "password")
            let rejected = try await entra.token(challenge.token, .password, with: [.password: EntraFixture.password])
            #expect(rejected.summary == "invalid_grant 50126")
        }
        let disclosing = try await EntraFixture(.password, disclosesAccounts: true)
        #expect(try await disclosing.signIn("unknown").summary == "user_not_found 50034")
    }

    @Test func signsInByNumberWithTextedCode() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount(nil, password: nil, names: Self.names)
        let challenge = try await entra.challenge("oauth2", try await entra.signIn(Self.number).token)
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_channel"] == "sms")
        #expect(challenge["challenge_target_label"] == "+81********78")
        let code = try await entra.code(for: Self.number)
        #expect(try await entra.token(challenge.token, .oob, with: [.oob: code]).summary == "ok")
        let unknown = try await entra.challenge("oauth2", try await entra.signIn("+819087654321").token)
        #expect(unknown["challenge_channel"] == "sms")
        #expect(unknown["challenge_target_label"] == "+81********21")
        #expect(try await entra.server.mailCount == 1)
    }

    @Test(arguments: ["ada", number, "+1", "a", "ada@", "two words"])
    func rejectsNamesThatFlowCannotVerify(name: String) async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount(names: Self.names)
        #expect(try await entra.signUp(name).summary == "invalid_request 90100")
        #expect(try await entra.reset(name).summary == "invalid_request 90100")
        guard name != Self.number else { return }
        #expect(try await entra.signIn(name).summary == "invalid_request 90100")
    }

    @Test func signsInWithPassword() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token)
        #expect(challenge["challenge_type"] == "password")
        let wrong = try await entra.token(challenge.token, .password, with: [.password: "a guess"])
        #expect(wrong.summary == "invalid_grant 50126")
        let tokens = try await entra.token(challenge.token, .password, with: [.password: EntraFixture.password])
        #expect(tokens.summary == "ok")
        #expect(try await entra.server.mailCount == 0)
    }

    @Test(arguments: [NativeAuthenticationSettings.Method.code, .password])
    func disclosesMissingAccountToAllowedClient(_ method: NativeAuthenticationSettings.Method) async throws {
        let entra = try await EntraFixture(method, disclosesAccounts: true)
        #expect(try await entra.signIn("unknown@example.com").summary == "user_not_found 50034")
        #expect(try await entra.reset("unknown@example.com").summary == "user_not_found 50034")
    }

    @Test func requestsCodeForAccountWithoutPassword() async throws {
        let entra = try await EntraFixture(.password, disclosesAccounts: true)
        try await entra.addAccount(password: nil)
        #expect(try await entra.signIn(challengeType: "password redirect")["challenge_type"] == "redirect")
        #expect(try await entra.challenge("oauth2", try await entra.signIn().token)["challenge_type"] == "oob")
        #expect(try await entra.reset().summary == "invalid_request 500222")
    }

    @Test(arguments: [
        ("oob redirect", NativeAuthenticationSettings.Method.password), ("password redirect", .code),
        ("redirect", .code),
    ])
    func redirectsToBrowserWhenChallengeTypeIsUnsupported(
        _ types: String,
        _ method: NativeAuthenticationSettings.Method
    ) async throws {
        let entra = try await EntraFixture(method)
        try await entra.addAccount()
        let start = try await entra.signIn(challengeType: types)
        #expect(start.status == 200)
        #expect(start["challenge_type"] == "redirect")
    }

    @Test func redirectsWhenChallengeOmitsRequiredType() async throws {
        let entra = try await EntraFixture()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token, challengeType: "redirect")
        #expect(challenge["challenge_type"] == "redirect")
    }

    @Test func usesChallengeTypesOfStartByDefault() async throws {
        let entra = try await EntraFixture()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token, challengeType: nil)
        #expect(challenge["challenge_type"] == "oob")
    }

    /// The response to a challenge may get lost; the previous token shows the same step again without a new message.
    @Test func repeatsChallengeWithoutNewMail() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount(password: nil)
        let start = try await entra.signIn()
        _ = try await entra.challenge("oauth2", start.token)
        let again = try await entra.challenge("oauth2", start.token)
        #expect(again["challenge_type"] == "oob")
        #expect(try await entra.server.mailCount == 1)
        #expect(try await entra.token(again.token, .oob, with: [.oob: try await entra.code()]).summary == "ok")
    }

    @Test func disclosesDisabledAccountOnlyWithCorrectPassword() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        var account = try #require(try await entra.server.store.account(.email, EntraFixture.email))
        account.disabledAt = entra.server.clock.now
        account.revision += 1
        try await entra.server.store.commit([.account(.update(account))])
        let token = try await entra.signInWaiting()
        #expect(try await entra.token(token, .password, with: [.password: "a guess"]).summary == "invalid_grant 50126")
        #expect(
            try await entra.token(token, .password, with: [.password: EntraFixture.password]).summary
                == "invalid_grant 50057"
        )
    }

    @Test func limitsPasswordAttempts() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        let token = try await entra.signInWaiting()
        var summaries: [String] = []
        for guess in 0..<100 where summaries.last != "invalid_grant 50053" {
            summaries.append(try await entra.token(token, .password, with: [.password: "a guess \(guess)"]).summary)
        }
        #expect(summaries.dropLast().allSatisfy { $0 == "invalid_grant 50126" })
        #expect(summaries.last == "invalid_grant 50053")
        let right = try await entra.token(token, .password, with: [.password: EntraFixture.password])
        #expect(right.summary == "invalid_grant 50053")
        #expect(right.response.fields[.retryAfter] != nil)
    }
}
