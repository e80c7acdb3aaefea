import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraResetTests {
    @Test func resetsPasswordAndSignsIn() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        let challenge = try await entra.challenge("resetpassword", try await entra.reset().token)
        #expect(challenge["challenge_type"] == "oob")
        let verified = try await entra.resetResume(challenge.token, code: try await entra.code())
        #expect(verified["expires_in"] == 600)
        let weak = try await entra.resetSubmit(verified.token, password: "short")
        #expect(weak.summary == "invalid_grant password_too_short 399247")
        let accepted = try await entra.resetSubmit(verified.token, password: EntraFixture.otherPassword)
        #expect(accepted["poll_interval"] == 1)
        for _ in 0..<3 {
            let done = try await entra.resetPoll(accepted.token)
            #expect(done["status"] == "succeeded")
            #expect(done.token != nil)
        }
        let done = try await entra.resetPoll(accepted.token)
        #expect(try await entra.token(done.token, .continuationToken).summary == "ok")
        #expect(try await entra.signedIn().summary == "invalid_grant 50126")
        let token = try await entra.signInWaiting()
        #expect(try await entra.token(token, .password, with: [.password: EntraFixture.otherPassword]).summary == "ok")
    }

    @Test func keepsTokenAfterWrongCode() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        let token = try await entra.resetWaitingForCode()
        let wrong = try await entra.resetResume(token, code: try await entra.wrongCode())
        #expect(wrong.summary == "invalid_grant invalid_oob_value 50181")
        #expect(try await entra.resetResume(token, code: try await entra.code()).summary == "ok")
    }

    @Test func setsPasswordOfAccountWithoutOne() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount(password: nil)
        let verified = try await entra.resetResume(
            try await entra.resetWaitingForCode(),
            code: try await entra.code()
        )
        #expect(try await entra.resetSubmit(verified.token, password: EntraFixture.password).summary == "ok")
        #expect(try await entra.signedIn().summary == "ok")
    }

    @Test func behavesAlikeForUnknownAddress() async throws {
        let entra = try await EntraFixture(.password)
        let token = try await entra.resetWaitingForCode()
        #expect(try await entra.server.mailCount == 1)
        #expect(try await entra.server.mailedCode(to: EntraFixture.email) == nil)
        #expect(
            try await entra.resetResume(token, code: "12345678").summary == "invalid_grant invalid_oob_value 50181"
        )
        #expect(try await entra.hasAccount() == false)
    }

    @Test func rejectsPasswordGrantDuringReset() async throws {
        let entra = try await EntraFixture(.password)
        let token = try await entra.resetWaitingForCode()
        let response = try await entra.post(
            "/resetpassword/v1.0/continue",
            [.continuationToken: token, .grantType: "password", .password: EntraFixture.password]
        )
        #expect(response.summary == "invalid_request 90100")
    }
}
