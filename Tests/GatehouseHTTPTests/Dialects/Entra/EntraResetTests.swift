import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraResetTests {
    @Test func aCodeAndANewPasswordSignIn() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        let challenge = try await entra.challenge("resetpassword", try await entra.reset().token)
        #expect(challenge["challenge_type"] == "oob")
        let proven = try await entra.resetResume(challenge.token, code: try await entra.code())
        #expect(proven["expires_in"] == 600)
        let weak = try await entra.resetSubmit(proven.token, password: "short")
        #expect(weak.verdict == "invalid_grant password_too_short 399247")
        let taken = try await entra.resetSubmit(proven.token, password: EntraWeb.otherPassword)
        #expect(taken["poll_interval"] == 1)
        for _ in 0..<3 {
            let done = try await entra.resetPoll(taken.token)
            #expect(done["status"] == "succeeded")
            #expect(done.token != nil)
        }
        let done = try await entra.resetPoll(taken.token)
        #expect(try await entra.token(done.token, .continuationToken).verdict == "ok")
        #expect(try await entra.signedIn().verdict == "invalid_grant 50126")
        let token = try await entra.signInWaiting()
        #expect(try await entra.token(token, .password, [.password: EntraWeb.otherPassword]).verdict == "ok")
    }

    @Test func aWrongCodeKeepsTheToken() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        let token = try await entra.resetWaitingForCode()
        let wrong = try await entra.resetResume(token, code: try await entra.wrongCode())
        #expect(wrong.verdict == "invalid_grant invalid_oob_value 50181")
        #expect(try await entra.resetResume(token, code: try await entra.code()).verdict == "ok")
    }

    @Test func whoHasNoPasswordGetsOne() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount(password: nil)
        let proven = try await entra.resetResume(
            try await entra.resetWaitingForCode(),
            code: try await entra.code()
        )
        #expect(try await entra.resetSubmit(proven.token, password: EntraWeb.password).verdict == "ok")
        #expect(try await entra.signedIn().verdict == "ok")
    }

    @Test func anUnknownAddressGoesTheSameWayAndNowhere() async throws {
        let entra = try await EntraWeb(.password)
        let token = try await entra.resetWaitingForCode()
        #expect(try await entra.server.mailCount == 1)
        #expect(try await entra.server.mailedCode(to: EntraWeb.email) == nil)
        #expect(
            try await entra.resetResume(token, code: "12345678").verdict == "invalid_grant invalid_oob_value 50181"
        )
        #expect(try await entra.hasAccount() == false)
    }

    @Test func thereAreNoPasswordsHereToProveSomethingWith() async throws {
        let entra = try await EntraWeb(.password)
        let token = try await entra.resetWaitingForCode()
        let answer = try await entra.post(
            "/resetpassword/v1.0/continue",
            [.continuationToken: token, .grantType: "password", .password: EntraWeb.password]
        )
        #expect(answer.verdict == "invalid_request 90100")
    }
}
