import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Nobody finds out by status, members or text whether an address has an account, unless the client may know.
///
/// That both take the same time is measured at the running server, in `Interop`, call by call.
@Suite struct EntraEnumerationTests {
    private static let member = "ada@example.com"
    private static let stranger = "eve@example.com"

    /// All that an answer gives away, but for tokens and the address itself.
    private static func look(_ reply: EntraReply) -> String {
        let members = (reply.json.object ?? [:]).keys.sorted().joined(separator: ",")
        let type = reply["challenge_type"]?.string ?? ""
        let wait = reply.answer.fields[.retryAfter] ?? ""
        return
            "\(reply.status) \(members) \(type) \(reply.verdict) \(reply.sentence ?? "") \(wait) \(reply["code_length"] ?? .null)"
    }

    /// Everything that somebody can see who does not read the mail.
    private static func walk(_ email: String, _ method: NativeAuthentication.Method) async throws -> [String] {
        let entra = try await EntraWeb(method)
        try await entra.addAccount(member)
        var looks: [String] = []
        func note(_ reply: EntraReply) -> String? {
            looks.append(look(reply))
            return reply.token
        }
        let signIn = note(try await entra.challenge("oauth2", note(try await entra.signIn(email))))
        for guess in ["10000001", "10000002"] {
            _ = note(try await entra.token(signIn, .oob, [.oob: guess]))
            _ = note(try await entra.token(signIn, .password, [.password: guess]))
        }
        _ = note(try await entra.challenge("oauth2", signIn))
        entra.server.clock.advance(by: 60)
        let reset = note(try await entra.challenge("resetpassword", note(try await entra.reset(email))))
        _ = note(try await entra.challenge("resetpassword", reset))
        for guess in ["10000001", "10000002"] { _ = note(try await entra.resetResume(reset, code: guess)) }
        entra.server.clock.advance(by: 60)
        let password = method == .password ? EntraWeb.otherPassword : nil
        let signUp = note(try await entra.challenge("signup", note(try await entra.signUp(email, password: password))))
        _ = note(try await entra.challenge("signup", signUp))
        for guess in ["10000001", "10000002"] { _ = note(try await entra.resume(signUp, code: guess)) }
        entra.server.clock.advance(by: 60)
        _ = note(try await entra.challenge("signup", signUp))
        // Three flows, and one code sent again, each with its mail, whoever gets it; a password needs none.
        looks.append("\(try await entra.server.mailCount) mails")
        for _ in 0..<12 { _ = note(try await entra.resume(signUp, code: "10000003")) }
        for _ in 0..<6 { _ = note(try await entra.challenge("signup", note(try await entra.signUp(email)))) }
        return looks
    }

    @Test(arguments: [NativeAuthentication.Method.code, .password])
    func aMemberLooksLikeAStranger(_ method: NativeAuthentication.Method) async throws {
        let member = try await Self.walk(Self.member, method)
        let stranger = try await Self.walk(Self.stranger, method)
        #expect(member == stranger)
        #expect(member.contains { $0.contains("invalid_oob_value 50181") })
        #expect(member.contains { $0.contains("expired_token 552003") })
    }

    @Test func aSprayIsStoppedForTheAddressThatItComesFrom() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 600)
        let entra = try await EntraWeb(.password, limits: limits)
        try await entra.addAccount()
        var verdicts: [String] = []
        for number in 0..<5 {
            let token = try await entra.signInWaiting("member\(number)@example.com")
            verdicts.append(try await entra.token(token, .password, [.password: "Summer2026!"]).verdict)
        }
        #expect(verdicts.prefix(3).allSatisfy { $0 == "invalid_grant 50126" })
        #expect(verdicts.suffix(2).allSatisfy { $0 == "invalid_grant 50053" })
    }

    /// Codes guessed from many places, in many flows, are stopped for the account.
    @Test func guessesFromManyPlacesAreStoppedForTheAccount() async throws {
        // Without the limit of mails, which would stop them sooner.
        var limits = Limits()
        limits.mailsPerRecipient.count = 0
        limits.codeFailuresPerAccount.count = 30
        let entra = try await EntraWeb(limits: limits)
        try await entra.addAccount(password: nil)
        var verdicts: [String] = []
        for number in 0..<60 {
            entra.server.clock.advance(by: 600)
            let address = "203.0.113.\(number)"
            let form: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]
            let start = try await entra.post("/oauth2/v2.0/initiate", form, address: address)
            let token = try #require(try await entra.challenge("oauth2", start.token).token)
            verdicts.append(try await entra.token(token, .oob, [.oob: try await entra.wrongCode()]).verdict)
        }
        #expect(verdicts.prefix(30).allSatisfy { $0 == "invalid_grant invalid_oob_value 50181" })
        #expect(verdicts.suffix(30).allSatisfy { $0 == "invalid_grant 50053" })
    }
}
