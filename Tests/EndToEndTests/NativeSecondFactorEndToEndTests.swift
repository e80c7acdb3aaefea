import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseTesting
import Testing

import struct GatehouseServer.FactorSettings
import class GatehouseStore.MemoryStore

/// Second factors in native flows of the SDK against the server.
@Suite(.timeLimit(.minutes(2))) struct NativeSecondFactorEndToEndTests {
    private let email = "ada@example.com"
    private let phone = "+819012345678"
    private let password = "correct horse battery"
    private let server = TestServer(
        store: MemoryStore(),
        factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true, acceptsSMSCodes: true),
        watchedBy: AnswerChecks.check
    )

    private func code(_ address: String) async throws -> String {
        try #require(try await server.mailedCode(to: address))
    }

    private func app(_ capabilities: NativeCapabilities = [.secondFactor, .enrolment]) -> GatehouseClient {
        var configuration = server.nativeConfiguration()
        configuration.nativeCapabilities = capabilities
        return GatehouseClient(configuration: configuration)
    }

    private func signUp(_ app: GatehouseClient) async throws -> SignInStep {
        try await server.clients.addNative()
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password),
            case .completed(let completed) = try await step.submit(code(email))
        else { throw Unexpected() }
        return try await completed.signIn(scopes: [.email])
    }

    /// Enrols a phone number after a sign-up.
    private func enrol(_ app: GatehouseClient) async throws -> Session {
        guard case .enrolmentRequired(let step) = try await signUp(app) else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .smsCode })
        guard case .challenge(let challenge) = try await step.enrol(factor, contact: phone) else { throw Unexpected() }
        #expect(challenge.delivery?.channel == .sms)
        #expect(try await failure { try await challenge.submit("00000000") }.code == .wrongCode)
        return try #require(try await challenge.submit(code(phone)).session)
    }

    @Test func enrolsFactorAfterSignUp() async throws {
        let session = try await enrol(app())
        #expect(session.scopes.contains(.email))
        #expect(session.account.email == email)
        #expect(try await session.user().email == email)
    }

    @Test func signsInWithSecondFactor() async throws {
        let app = app()
        let first = try await enrol(app)
        server.clock.advance(by: 301)
        guard
            case .secondFactorRequired(let step) = try await app.signIn(
                email: email,
                password: password,
                scopes: [.email]
            )
        else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .smsCode })
        let challenge = try await step.choose(factor)
        #expect(challenge.delivery?.codeLength == 8)
        #expect(try await failure { try await challenge.submit("00000000") }.code == .wrongCode)
        let session = try #require(try await challenge.submit(code(phone)).session)
        #expect(session.account.id == first.account.id)
        #expect(session.scopes.contains(.email))
        // A session refreshes without another factor.
        server.clock.advance(by: 7200)
        #expect(try await session.user().email == email)
    }

    @Test func rejectsInvalidContact() async throws {
        guard case .enrolmentRequired(let step) = try await signUp(app()) else { throw Unexpected() }
        let factor = try #require(step.factors.first { $0.kind == .smsCode })
        #expect(try await failure { try await step.enrol(factor, contact: "12") }.code == .invalidAddress)
        guard case .challenge = try await step.enrol(factor, contact: phone) else { throw Unexpected() }
    }

    @Test func requiresBrowserWithoutCapabilities() async throws {
        let error = try await failure { try await signUp(app([])) }
        #expect(error.code == .browserRequired)
        #expect(error.recovery == .signInAgain)
    }

    struct Unexpected: Error {}
}
