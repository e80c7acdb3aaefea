import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// An app of native flows with a server that says what the test wants.
struct CannedApp {
    let api = CannedNativeAuthAPI()
    let gatehouse: GatehouseClient

    static let email = "ada@example.com"

    init(_ change: (inout GatehouseClient.Configuration) -> Void = { _ in }) {
        var configuration = api.configuration()
        change(&configuration)
        gatehouse = GatehouseClient(configuration)
    }

    /// The app after its process was killed: nothing is left but what it stored.
    func relaunched() -> GatehouseClient { GatehouseClient(api.configuration()) }

    /// What was asked at an endpoint, in order.
    func calls(_ endpoint: NativeEndpoint) -> [CannedNativeAuthAPI.Request] {
        api.requests.filter { $0.endpoint == endpoint }
    }

    /// The continuation tokens that came to an endpoint, in order.
    func tokens(_ endpoint: NativeEndpoint) -> [String?] {
        calls(endpoint).map { $0.parameters["continuation_token"] }
    }

    func signUpCode() async throws -> SignUpCode {
        guard case .codeRequired(let step) = try await gatehouse.signUp(email: Self.email) else { throw Unexpected() }
        return step
    }

    func signUpPassword() async throws -> SignUpPassword {
        api.queue(.credentialRequired, at: .signUpContinue)
        api.queue(.codeSent(), .passwordWanted, at: .signUpChallenge)
        guard case .passwordRequired(let step) = try await signUpCode().submit("12345678") else { throw Unexpected() }
        return step
    }

    func signUpAttributes() async throws -> SignUpAttributes {
        api.queue(.attributesRequired("city"), at: .signUpContinue)
        guard case .attributesRequired(let step) = try await signUpCode().submit("12345678") else { throw Unexpected() }
        return step
    }

    func signUpCompleted(_ answer: CannedAnswer = .signedUp) async throws -> SignUpCompleted {
        api.queue(answer, at: .signUpContinue)
        guard case .completed(let step) = try await signUpCode().submit("12345678") else { throw Unexpected() }
        return step
    }

    func signInCode() async throws -> SignInCode {
        guard case .codeRequired(let step) = try await gatehouse.signIn(email: Self.email) else { throw Unexpected() }
        return step
    }

    func signInPassword() async throws -> SignInPassword {
        api.queue(.passwordWanted, at: .signInChallenge)
        guard case .passwordRequired(let step) = try await gatehouse.signIn(email: Self.email) else {
            throw Unexpected()
        }
        return step
    }

    struct Unexpected: Error {}
}
