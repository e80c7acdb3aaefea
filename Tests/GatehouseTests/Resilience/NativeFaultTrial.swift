import Foundation
import GatehouseTesting
import Testing

@testable import Gatehouse

/// An app with native screens in which Ada and Bob are signed in, with a test server, for one call under one fault.
struct NativeFaultTrial {
    private static let password = "correct horse battery"
    /// The minimum interval between two codes, in seconds.
    private static let resendInterval: TimeInterval = 60
    private static let users = ["ada", "bob", "carol", "dora"]

    private let server = TestServer()
    private let device: TestDevice
    private let app: GatehouseClient

    /// Prepares the server: both access tokens have expired, Carol has an account, and Dora has none.
    init(for call: FaultTable.NativeCall) async throws {
        try await server.clients.addNative(
            usesPasswords: call.usesPasswords,
            pages: call == .signUpAttributes ? [["displayName"]] : []
        )
        device = server.device { _ in throw CancellationError() }
        app = GatehouseClient(configuration: device.configuration())
        for name in Self.users.prefix(3) {
            try await server.users.add(email: Self.address(of: name), password: Self.password)
        }
        for name in Self.users.prefix(2) { try await signIn(name) }
        server.clock.advance(by: 3700)
    }

    /// Returns the error code, or `ok`, and the state.
    func outcome(of call: FaultTable.NativeCall, under fault: FaultTable.Fault) async throws -> String {
        let perform = try await prepared(call)
        try await activate(fault)
        var code = "ok"
        do {
            try await perform()
        } catch let error as AuthError {
            code = error.code.rawValue
        }
        let outcome = "\(code) \(await app.stateName)"
        device.network.clearFaults()
        device.store.inject(nil)
        device.clockError = 0
        return outcome
    }

    /// Returns the users who can get an access token after the fault.
    func usersWithTokens() async throws -> [String] {
        server.clock.advance(by: 1200)
        let accounts = try await app.accountsWithTokens().map(\.id)
        var users: [String] = []
        for name in Self.users {
            guard let id = try? await server.users.id(of: Self.address(of: name)), accounts.contains(id) else {
                continue
            }
            users.append(name)
        }
        return users
    }

    private func activate(_ fault: FaultTable.Fault) async throws {
        let network = device.network
        switch fault {
        case .responseLost: network.fail(with: .dropsResponse)
        case .requestLost: network.fail(with: .dropsRequest)
        case .noConnection: network.fail(with: .noConnection)
        case .slow: network.fail(with: .slow(by: .seconds(60)))
        case .rateLimited: network.fail(with: .tooManyRequests(retryAfter: .seconds(30)))
        case .unavailable: network.fail(with: .answers(status: 503))
        case .serverError: network.fail(with: .serverError)
        case .html: network.fail(with: .html)
        case .truncated: network.fail(with: .truncatedJSON)
        case .clockAhead: device.clockError = 86_400
        case .clockBehind: device.clockError = -86_400
        case .revoked: try await server.users.revokeSessions(of: Self.address(of: "bob"))
        case .storeLocked: device.store.inject(.locked)
        case .storeCorrupt: device.store.inject(.corrupt)
        case .storeDenied: device.store.inject(.denied)
        case .storeFull: device.store.inject(.full)
        }
    }

    /// Runs the flow up to the call and returns the call.
    private func prepared(_ call: FaultTable.NativeCall) async throws -> () async throws -> Void {
        switch call {
        case .signUp, .signUpResend, .signUpCode, .signUpPassword, .signUpAttributes, .signUpEnd, .pendingSignUp:
            try await preparedSignUp(call, of: Self.address(of: "dora"))
        case .signIn, .signInPassword, .signInWithCode, .signInResend, .signInCode:
            try await preparedSignIn(call, of: Self.address(of: "carol"))
        case .reset, .resetResend, .resetCode, .resetPassword, .resetEnd:
            try await preparedReset(call, of: Self.address(of: "carol"))
        }
    }

    private func preparedSignUp(
        _ call: FaultTable.NativeCall,
        of dora: String
    ) async throws -> () async throws -> Void {
        let app = app
        switch call {
        case .signUp:
            return { _ = try await app.signUp(email: dora, password: Self.password) }
        case .signUpResend:
            let (step, _) = try await signUp(dora)
            server.clock.advance(by: Self.resendInterval)
            return { _ = try await step.resend() }
        case .signUpCode:
            let (step, code) = try await signUp(dora)
            return { _ = try await step.submit(code) }
        case .signUpPassword:
            let (step, code) = try await signUp(dora, password: nil)
            guard case .passwordRequired(let next) = try await step.submit(code) else { throw UnexpectedStep() }
            return { _ = try await next.submit(Self.password) }
        case .signUpAttributes:
            let (step, code) = try await signUp(dora)
            guard case .attributesRequired(let next) = try await step.submit(code) else { throw UnexpectedStep() }
            return { _ = try await next.submit(["name": "Dora"]) }
        case .pendingSignUp:
            _ = try await signUp(dora)
            return {
                guard case .codeRequired = try await app.pendingSignUp() else { throw UnexpectedStep() }
            }
        case .signUpEnd:
            let (step, code) = try await signUp(dora)
            guard case .completed(let completed) = try await step.submit(code) else { throw UnexpectedStep() }
            return { try await completed.signIn() }
        default: throw UnexpectedStep()
        }
    }

    private func preparedSignIn(
        _ call: FaultTable.NativeCall,
        of carol: String
    ) async throws -> () async throws -> Void {
        let app = app
        switch call {
        case .signIn:
            return { _ = try await app.signIn(email: carol, password: Self.password) }
        case .signInPassword:
            guard case .passwordRequired(let step) = try await app.signIn(email: carol) else { throw UnexpectedStep() }
            return { _ = try await step.submit(Self.password) }
        case .signInWithCode:
            return { _ = try await app.signIn(email: carol) }
        case .signInResend:
            let (step, _) = try await signInWithCode(carol)
            server.clock.advance(by: Self.resendInterval)
            return { _ = try await step.resend() }
        case .signInCode:
            let (step, code) = try await signInWithCode(carol)
            return { _ = try await step.submit(code) }
        default: throw UnexpectedStep()
        }
    }

    private func preparedReset(
        _ call: FaultTable.NativeCall,
        of carol: String
    ) async throws -> () async throws -> Void {
        let app = app
        switch call {
        case .reset:
            return { _ = try await app.resetPassword(email: carol) }
        case .resetResend:
            let step = try await app.resetPassword(email: carol)
            server.clock.advance(by: Self.resendInterval)
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
        default: throw UnexpectedStep()
        }
    }

    private func signUp(
        _ email: String,
        password: String? = password
    ) async throws -> (step: SignUpCodeStep, code: String) {
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password) else {
            throw UnexpectedStep()
        }
        return (step, try await mailedCode(to: email))
    }

    private func signInWithCode(_ email: String) async throws -> (step: SignInCodeStep, code: String) {
        guard case .codeRequired(let step) = try await app.signIn(email: email) else { throw UnexpectedStep() }
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
        default: throw UnexpectedStep()
        }
    }

    private static func address(of name: String) -> String { "\(name)@example.com" }

    private struct UnexpectedStep: Error {}
}
