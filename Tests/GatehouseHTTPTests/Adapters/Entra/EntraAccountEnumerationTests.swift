import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Checks that status, members and texts do not disclose accounts, unless the client is allowed to know.
///
/// `Interop` measures that responses for known and unknown accounts take the same time.
@Suite struct EntraAccountEnumerationTests {
    private static let known = "ada@example.com"
    private static let unknown = "eve@example.com"

    /// Returns what a response reveals, apart from tokens and the address itself.
    private static func observation(_ reply: EntraTestResponse) -> String {
        let members = (reply.json.object ?? [:]).keys.sorted().joined(separator: ",")
        let type = reply["challenge_type"]?.string ?? ""
        let wait = reply.response.fields[.retryAfter] ?? ""
        return
            "\(reply.status) \(members) \(type) \(reply.summary) \(reply.errorDescription ?? "") \(wait) \(reply["code_length"] ?? .null)"
    }

    /// Runs all flows for an address, and returns what a caller without access to the mail observes.
    private static func observe(_ email: String, _ method: NativeAuthenticationSettings.Method) async throws -> [String]
    {
        let entra = try await EntraFixture(method)
        try await entra.addAccount(known)
        var observations: [String] = []
        func record(_ reply: EntraTestResponse) -> String? {
            observations.append(observation(reply))
            return reply.token
        }
        let signIn = record(try await entra.challenge("oauth2", record(try await entra.signIn(email))))
        for guess in ["10000001", "10000002"] {
            _ = record(try await entra.token(signIn, .oob, with: [.oob: guess]))
            _ = record(try await entra.token(signIn, .password, with: [.password: guess]))
        }
        _ = record(try await entra.challenge("oauth2", signIn))
        entra.server.clock.advance(by: 60)
        let reset = record(try await entra.challenge("resetpassword", record(try await entra.reset(email))))
        _ = record(try await entra.challenge("resetpassword", reset))
        for guess in ["10000001", "10000002"] { _ = record(try await entra.resetResume(reset, code: guess)) }
        entra.server.clock.advance(by: 60)
        let password = method == .password ? EntraFixture.otherPassword : nil
        let signUp = record(
            try await entra.challenge("signup", record(try await entra.signUp(email, password: password)))
        )
        _ = record(try await entra.challenge("signup", signUp))
        for guess in ["10000001", "10000002"] { _ = record(try await entra.resume(signUp, code: guess)) }
        entra.server.clock.advance(by: 60)
        _ = record(try await entra.challenge("signup", signUp))
        // Three flows and one resent code, each with a message; sign-in by password sends none.
        observations.append("\(try await entra.server.mailCount) mails")
        for _ in 0..<12 { _ = record(try await entra.resume(signUp, code: "10000003")) }
        for _ in 0..<6 { _ = record(try await entra.challenge("signup", record(try await entra.signUp(email)))) }
        return observations
    }

    @Test(arguments: [NativeAuthenticationSettings.Method.code, .password])
    func respondsAlikeForKnownAndUnknownAccounts(_ method: NativeAuthenticationSettings.Method) async throws {
        let known = try await Self.observe(Self.known, method)
        let unknown = try await Self.observe(Self.unknown, method)
        #expect(known == unknown)
        #expect(known.contains { $0.contains("invalid_oob_value 50181") })
        #expect(known.contains { $0.contains("expired_token 552003") })
    }

    @Test func limitsPasswordSprayByAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 600)
        let entra = try await EntraFixture(.password, limits: limits)
        try await entra.addAccount()
        var summaries: [String] = []
        for number in 0..<5 {
            let token = try await entra.signInWaiting("member\(number)@example.com")
            summaries.append(try await entra.token(token, .password, with: [.password: "Summer2026!"]).summary)
        }
        #expect(summaries.prefix(3).allSatisfy { $0 == "invalid_grant 50126" })
        #expect(summaries.suffix(2).allSatisfy { $0 == "invalid_grant 50053" })
    }

    /// Guesses from many addresses, in many flows.
    @Test func limitsDistributedCodeGuessesByAccount() async throws {
        // Lifts the mail limit, which would apply first.
        var limits = RateLimits()
        limits.mailsPerRecipient.count = 0
        limits.codeFailuresPerAccount.count = 30
        let entra = try await EntraFixture(limits: limits)
        try await entra.addAccount(password: nil)
        var summaries: [String] = []
        for number in 0..<60 {
            entra.server.clock.advance(by: 600)
            let address = "203.0.113.\(number)"
            let form: [ParameterName: String?] = [.username: EntraFixture.email, .challengeType: "oob redirect"]
            let start = try await entra.post("/oauth2/v2.0/initiate", form, address: address)
            let token = try #require(try await entra.challenge("oauth2", start.token).token)
            summaries.append(try await entra.token(token, .oob, with: [.oob: try await entra.wrongCode()]).summary)
        }
        #expect(summaries.prefix(30).allSatisfy { $0 == "invalid_grant invalid_oob_value 50181" })
        #expect(summaries.suffix(30).allSatisfy { $0 == "invalid_grant 50053" })
    }
}
