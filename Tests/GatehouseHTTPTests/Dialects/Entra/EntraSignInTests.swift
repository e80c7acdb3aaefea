import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraSignInTests {
    @Test func aCodeSignsIn() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount(password: nil)
        let start = try await entra.signIn()
        let challenge = try await entra.challenge("oauth2", start.token)
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_channel"] == "email")
        let wrong = try await entra.token(challenge.token, .oob, [.oob: try await entra.wrongCode()])
        #expect(wrong.verdict == "invalid_grant invalid_oob_value 50181")
        let tokens = try await entra.token(challenge.token, .oob, [.oob: try await entra.code()])
        #expect(tokens.verdict == "ok")
        #expect(tokens["token_type"] == "Bearer")
    }

    private static let number = "+819012345678"
    private static let names = [
        AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil),
        AccountIdentifier(kind: .phone, value: number, verifiedAt: Date(timeIntervalSince1970: 0)),
    ]

    @Test(arguments: [false, true], ["Ada", "ADA", number, "+81 90-1234-5678"])
    func signsInByUserNameAndNumberWithPassword(reveals: Bool, name: String) async throws {
        let entra = try await EntraWeb(.password, reveals: reveals)
        try await entra.addAccount(nil, names: Self.names)
        let challenge = try await entra.challenge("oauth2", try await entra.signIn(name).token)
        #expect(challenge["challenge_type"] == "password")
        let wrong = try await entra.token(challenge.token, .password, [.password: "a guess"])
        #expect(wrong.verdict == "invalid_grant 50126")
        let tokens = try await entra.token(challenge.token, .password, [.password: EntraWeb.password])
        #expect(tokens.verdict == "ok")
        let parts = try #require(tokens["id_token"]?.string).split(separator: ".")
        let claims = try WireJSON.decode(JSONValue.self, from: Base64URL.decode(parts[1]) ?? Data())
        #expect(claims["preferred_username"] == "Ada")
    }

    @Test func answersTheSameForUnknownNames() async throws {
        let entra = try await EntraWeb(.password)
        for name in ["nobody", "+819087654321"] {
            let challenge = try await entra.challenge("oauth2", try await entra.signIn(name).token)
            #expect(challenge["challenge_type"] == "password")
            let refused = try await entra.token(challenge.token, .password, [.password: EntraWeb.password])
            #expect(refused.verdict == "invalid_grant 50126")
        }
        let telling = try await EntraWeb(.password, reveals: true)
        #expect(try await telling.signIn("nobody").verdict == "user_not_found 50034")
    }

    @Test func signsInByNumberWithTextedCode() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount(nil, password: nil, names: Self.names)
        let challenge = try await entra.challenge("oauth2", try await entra.signIn(Self.number).token)
        #expect(challenge["challenge_type"] == "oob")
        #expect(challenge["challenge_channel"] == "sms")
        #expect(challenge["challenge_target_label"] == "+81********78")
        let code = try await entra.code(for: Self.number)
        #expect(try await entra.token(challenge.token, .oob, [.oob: code]).verdict == "ok")
        let stranger = try await entra.challenge("oauth2", try await entra.signIn("+819087654321").token)
        #expect(stranger["challenge_channel"] == "sms")
        #expect(stranger["challenge_target_label"] == "+81********21")
        #expect(try await entra.server.mailCount == 1)
    }

    @Test(arguments: ["ada", number, "+1", "a", "ada@", "two words"])
    func refusesNamesThatTheFlowCannotProve(name: String) async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount(names: Self.names)
        #expect(try await entra.signUp(name).verdict == "invalid_request 90100")
        #expect(try await entra.reset(name).verdict == "invalid_request 90100")
        guard name != Self.number else { return }
        #expect(try await entra.signIn(name).verdict == "invalid_request 90100")
    }

    @Test func aPasswordSignsIn() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token)
        #expect(challenge["challenge_type"] == "password")
        let wrong = try await entra.token(challenge.token, .password, [.password: "a guess"])
        #expect(wrong.verdict == "invalid_grant 50126")
        let tokens = try await entra.token(challenge.token, .password, [.password: EntraWeb.password])
        #expect(tokens.verdict == "ok")
        #expect(try await entra.server.mailCount == 0)
    }

    @Test(arguments: [NativeAuthentication.Method.code, .password])
    func whoMayKnowIsToldThatThereIsNoAccount(_ method: NativeAuthentication.Method) async throws {
        let entra = try await EntraWeb(method, reveals: true)
        #expect(try await entra.signIn("nobody@example.com").verdict == "user_not_found 50034")
        #expect(try await entra.reset("nobody@example.com").verdict == "user_not_found 50034")
    }

    @Test func whoMayKnowAsksForACodeWhereThereIsNoPassword() async throws {
        let entra = try await EntraWeb(.password, reveals: true)
        try await entra.addAccount(password: nil)
        #expect(try await entra.signIn(challengeType: "password redirect")["challenge_type"] == "redirect")
        #expect(try await entra.challenge("oauth2", try await entra.signIn().token)["challenge_type"] == "oob")
        #expect(try await entra.reset().verdict == "invalid_request 500222")
    }

    @Test(arguments: [
        ("oob redirect", NativeAuthentication.Method.password), ("password redirect", .code), ("redirect", .code),
    ])
    func whoCannotDoWhatIsNeededGoesToABrowser(_ types: String, _ method: NativeAuthentication.Method) async throws {
        let entra = try await EntraWeb(method)
        try await entra.addAccount()
        let start = try await entra.signIn(challengeType: types)
        #expect(start.status == 200)
        #expect(start["challenge_type"] == "redirect")
    }

    @Test func aChallengeMayNotLackWhatTheStartHad() async throws {
        let entra = try await EntraWeb()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token, challengeType: "redirect")
        #expect(challenge["challenge_type"] == "redirect")
    }

    @Test func whatTheStartSaidCountsWhereTheChallengeSaysNothing() async throws {
        let entra = try await EntraWeb()
        let challenge = try await entra.challenge("oauth2", try await entra.signIn().token, challengeType: nil)
        #expect(challenge["challenge_type"] == "oob")
    }

    /// The answer to a challenge may get lost: the token of the step before shows the same step again, and sends nothing.
    @Test func aChallengeMayBeAskedForAgain() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount(password: nil)
        let start = try await entra.signIn()
        _ = try await entra.challenge("oauth2", start.token)
        let again = try await entra.challenge("oauth2", start.token)
        #expect(again["challenge_type"] == "oob")
        #expect(try await entra.server.mailCount == 1)
        #expect(try await entra.token(again.token, .oob, [.oob: try await entra.code()]).verdict == "ok")
    }

    @Test func aDisabledAccountIsToldToItsOwnerAlone() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        var account = try #require(try await entra.server.core.store.account(.email, EntraWeb.email))
        account.disabledAt = entra.server.clock.now
        account.revision += 1
        try await entra.server.core.store.commit([.account(.update(account))])
        let token = try await entra.signInWaiting()
        #expect(try await entra.token(token, .password, [.password: "a guess"]).verdict == "invalid_grant 50126")
        #expect(
            try await entra.token(token, .password, [.password: EntraWeb.password]).verdict == "invalid_grant 50057"
        )
    }

    @Test func passwordsAreGuessedOnlySoOften() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        let token = try await entra.signInWaiting()
        var verdicts: [String] = []
        for guess in 0..<100 where verdicts.last != "invalid_grant 50053" {
            verdicts.append(try await entra.token(token, .password, [.password: "a guess \(guess)"]).verdict)
        }
        #expect(verdicts.dropLast().allSatisfy { $0 == "invalid_grant 50126" })
        #expect(verdicts.last == "invalid_grant 50053")
        let right = try await entra.token(token, .password, [.password: EntraWeb.password])
        #expect(right.verdict == "invalid_grant 50053")
        #expect(right.answer.fields[.retryAfter] != nil)
    }
}
