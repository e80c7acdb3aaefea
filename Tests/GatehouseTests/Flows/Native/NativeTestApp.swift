import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// An app that uses native authentication with a stub server.
struct NativeTestApp {
    let api = StubNativeAuthServer()
    let gatehouse: GatehouseClient

    static let email = "ada@example.com"

    init(_ change: (inout GatehouseClient.Configuration) -> Void = { _ in }) {
        var configuration = api.configuration()
        change(&configuration)
        gatehouse = GatehouseClient(configuration: configuration)
    }

    /// Returns the client of a new process, which has only what was stored.
    func relaunched() -> GatehouseClient { GatehouseClient(configuration: api.configuration()) }

    /// Returns the requests to an endpoint, in order.
    func calls(_ endpoint: NativeEndpoint) -> [StubNativeAuthServer.Request] {
        api.requests.filter { $0.endpoint == endpoint }
    }

    /// Returns the continuation tokens sent to an endpoint, in order.
    func tokens(_ endpoint: NativeEndpoint) -> [String?] {
        calls(endpoint).map { $0.parameters["continuation_token"] }
    }

    func signUpCode() async throws -> SignUpCodeStep {
        guard case .codeRequired(let step) = try await gatehouse.signUp(email: Self.email) else {
            throw UnexpectedStep()
        }
        return step
    }

    func signUpPassword() async throws -> SignUpPasswordStep {
        api.queue(.credentialRequired, at: .signUpContinue)
        api.queue(.codeSent(), .passwordRequired, at: .signUpChallenge)
        guard case .passwordRequired(let step) = try await signUpCode().submit("12345678") else {
            throw UnexpectedStep()
        }
        return step
    }

    func signUpAttributes() async throws -> SignUpAttributesStep {
        api.queue(.attributesRequired("city"), at: .signUpContinue)
        guard case .attributesRequired(let step) = try await signUpCode().submit("12345678") else {
            throw UnexpectedStep()
        }
        return step
    }

    func signUpCompleted(_ response: StubResponse = .signedUp) async throws -> SignUpCompletion {
        api.queue(response, at: .signUpContinue)
        guard case .completed(let step) = try await signUpCode().submit("12345678") else { throw UnexpectedStep() }
        return step
    }

    func signInCode() async throws -> SignInCodeStep {
        guard case .codeRequired(let step) = try await gatehouse.signIn(email: Self.email) else {
            throw UnexpectedStep()
        }
        return step
    }

    func signInPassword() async throws -> SignInPasswordStep {
        api.queue(.passwordRequired, at: .signInChallenge)
        guard case .passwordRequired(let step) = try await gatehouse.signIn(email: Self.email) else {
            throw UnexpectedStep()
        }
        return step
    }

    struct UnexpectedStep: Error {}
}
