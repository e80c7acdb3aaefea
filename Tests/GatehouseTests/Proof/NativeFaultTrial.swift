import Foundation
import GatehouseTesting
import Testing

@testable import Gatehouse

/// An app with screens of its own in which Ada and Bob are signed in, over the server itself, for one call under one fault.
struct NativeFaultTrial {
    private static let password = "correct horse battery"
    /// How long nobody is sent a second code, in seconds.
    private static let pause: TimeInterval = 60
    private static let people = ["ada", "bob", "carol", "dora"]

    private let server = TestServer()
    private let device: TestDevice
    private let app: GatehouseClient

    /// The access tokens of both have expired; Carol has an account, and Dora has none yet.
    init(for call: FaultTable.NativeCall) async throws {
        try await server.addNativeApp(
            usesPasswords: call.usesPasswords,
            pages: call == .signUpAttributes ? [["displayName"]] : []
        )
        device = server.device { _ in throw CancellationError() }
        app = GatehouseClient(device.configuration())
        for name in Self.people.prefix(3) {
            try await server.addUser(email: Self.address(of: name), password: Self.password)
        }
        for name in Self.people.prefix(2) { try await signIn(name) }
        server.clock.advance(by: 3700)
    }

    /// The code of the error, or `ok`, and the state.
    func outcome(of call: FaultTable.NativeCall, under fault: FaultTable.Fault) async throws -> String {
        let perform = try await prepared(call)
        try await begin(fault)
        var code = "ok"
        do {
            try await perform()
        } catch let error as AuthError {
            code = error.code.rawValue
        }
        let outcome = "\(code) \(await app.standing)"
        device.network.heal()
        device.store.suffer(nil)
        device.clockError = 0
        return outcome
    }

    /// Who can be given an access token, a while later.
    func peopleWithTokens() async throws -> [String] {
        server.clock.advance(by: 1200)
        let accounts = try await app.accountsWithTokens().map(\.id)
        var people: [String] = []
        for name in Self.people {
            guard let id = try? await server.userID(of: Self.address(of: name)), accounts.contains(id) else { continue }
            people.append(name)
        }
        return people
    }

    private func begin(_ fault: FaultTable.Fault) async throws {
        let network = device.network
        switch fault {
        case .answerLost: network.fail(with: .losesAnswer)
        case .requestLost: network.fail(with: .losesRequest)
        case .noConnection: network.fail(with: .noConnection)
        case .slow: network.fail(with: .slow(by: .seconds(60)))
        case .rateLimited: network.fail(with: .tooManyRequests(retryAfter: .seconds(30)))
        case .unavailable: network.fail(with: .answers(status: 503))
        case .broken: network.fail(with: .serverError)
        case .html: network.fail(with: .html)
        case .truncated: network.fail(with: .truncatedJSON)
        case .clockAhead: device.clockError = 86_400
        case .clockBehind: device.clockError = -86_400
        case .revoked: try await server.revokeSessions(of: Self.address(of: "bob"))
        case .storeLocked: device.store.suffer(.locked)
        case .storeCorrupt: device.store.suffer(.corrupt)
        case .storeDenied: device.store.suffer(.denied)
        case .storeFull: device.store.suffer(.full)
        }
    }

    /// Goes as far as the call, which is left to the caller.
    private func prepared(_ call: FaultTable.NativeCall) async throws -> () async throws -> Void {
        let app = app
        let (carol, dora) = (Self.address(of: "carol"), Self.address(of: "dora"))
        switch call {
        case .signUp:
            return { _ = try await app.signUp(email: dora, password: Self.password) }
        case .signUpResend:
            let (step, _) = try await signUp(dora)
            server.clock.advance(by: Self.pause)
            return { _ = try await step.resend() }
        case .signUpCode:
            let (step, code) = try await signUp(dora)
            return { _ = try await step.submit(code) }
        case .signUpPassword:
            let (step, code) = try await signUp(dora, password: nil)
            guard case .passwordRequired(let next) = try await step.submit(code) else { throw Unexpected() }
            return { _ = try await next.submit(Self.password) }
        case .signUpAttributes:
            let (step, code) = try await signUp(dora)
            guard case .attributesRequired(let next) = try await step.submit(code) else { throw Unexpected() }
            return { _ = try await next.submit(["displayName": "Dora"]) }
        case .unfinishedSignUp:
            _ = try await signUp(dora)
            return {
                guard case .codeRequired = try await app.unfinishedSignUp() else { throw Unexpected() }
            }
        case .signUpEnd:
            let (step, code) = try await signUp(dora)
            guard case .completed(let completed) = try await step.submit(code) else { throw Unexpected() }
            return { try await completed.signIn() }
        case .signIn:
            return { _ = try await app.signIn(email: carol, password: Self.password) }
        case .signInPassword:
            guard case .passwordRequired(let step) = try await app.signIn(email: carol) else { throw Unexpected() }
            return { _ = try await step.submit(Self.password) }
        case .signInWithCode:
            return { _ = try await app.signIn(email: carol) }
        case .signInResend:
            let (step, _) = try await signInWithCode(carol)
            server.clock.advance(by: Self.pause)
            return { _ = try await step.resend() }
        case .signInCode:
            let (step, code) = try await signInWithCode(carol)
            return { _ = try await step.submit(code) }
        case .reset:
            return { _ = try await app.resetPassword(email: carol) }
        case .resetResend:
            let step = try await app.resetPassword(email: carol)
            server.clock.advance(by: Self.pause)
            return { _ = try await step.resend() }
        case .resetCode:
            let step = try await app.resetPassword(email: carol)
            let code = try await mailedCode(to: carol)
            return { _ = try await step.submit(code) }
        case .resetPassword:
            let step = try await app.resetPassword(email: carol).submit(mailedCode(to: carol))
            return { _ = try await step.submit("purple monkey dishwasher") }
        case .resetEnd:
            let step = try await app.resetPassword(email: carol).submit(mailedCode(to: carol))
            let completed = try await step.submit("purple monkey dishwasher")
            return { try await completed.signIn() }
        }
    }

    private func signUp(
        _ email: String,
        password: String? = password
    ) async throws -> (step: SignUpCode, code: String) {
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password) else {
            throw Unexpected()
        }
        return (step, try await mailedCode(to: email))
    }

    private func signInWithCode(_ email: String) async throws -> (step: SignInCode, code: String) {
        guard case .codeRequired(let step) = try await app.signIn(email: email) else { throw Unexpected() }
        return (step, try await mailedCode(to: email))
    }

    private func mailedCode(to email: String) async throws -> String {
        try #require(try await server.mailedCode(to: email))
    }

    private func signIn(_ name: String) async throws {
        let email = Self.address(of: name)
        switch try await app.signIn(email: email, password: Self.password) {
        case .signedIn: break
        case .codeRequired(let step): _ = try await step.submit(mailedCode(to: email))
        case .passwordRequired: throw Unexpected()
        }
    }

    private static func address(of name: String) -> String { "\(name)@example.com" }

    private struct Unexpected: Error {}
}
