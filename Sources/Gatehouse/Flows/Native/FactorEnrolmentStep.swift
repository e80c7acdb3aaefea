package import Foundation
import GatehouseWire

/// A kind of second factor that the user can enrol in a sign-in.
public struct EnrollableFactor: Sendable, Hashable, Codable {
    /// The identifier of the factor within its sign-in.
    public let id: String
    /// The kind of the factor.
    public let kind: SecondFactorKind
    /// The contact that the server proposes for codes, such as the address of the account; `nil` if it proposes none.
    public let hint: String?
}

/// A sign-in that continues when the user has enrolled a second factor.
public struct FactorEnrolmentStep: Sendable {
    let service: any NativeAuthenticationService
    let choice: FactorChoice<EnrollableFactor>

    /// The factors to choose from, in the order of the server; never empty.
    public var factors: [EnrollableFactor] { choice.factors }

    /// Starts the enrolment of a factor.
    ///
    /// - Parameters:
    ///   - factor: One of ``factors``.
    ///   - contact: The email address or phone number that receives codes, for factors of these kinds.
    /// - Returns: The step that waits for the proof of the factor; or the next step of the sign-in, if the server has
    ///   verified the contact before.
    /// - Throws: ``AuthError``: `invalidAddress` if the contact is not valid; `factorBlocked` if the server sends no
    ///   codes to it; `rateLimited`; after all three this value can be used again. `flowExpired` if the sign-in must
    ///   start again; `browserRequired`, `network` or `serverUnavailable`.
    public func enrol(
        _ factor: EnrollableFactor,
        contact: String? = nil
    ) async throws(AuthError) -> FactorEnrolmentResult {
        try await service.beginEnrolment(of: factor, contact: contact, in: choice)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.enrolment(choice)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { choice.position.correlationID }
}

/// The result of starting the enrolment of a factor.
@nonexhaustive public enum FactorEnrolmentResult: Sendable {
    /// The user must prove the factor.
    case challenge(FactorEnrolmentChallengeStep)
    /// The factor is enrolled; the sign-in continues or is complete.
    case step(SignInStep)
}

/// A sign-in that waits for the proof of the factor that is being enrolled.
///
/// The value remains usable after an incorrect code.
public struct FactorEnrolmentChallengeStep: Sendable {
    let service: any NativeAuthenticationService
    let choice: FactorChoice<EnrollableFactor>
    let challenge: FactorChallenge<EnrollableFactor>

    /// The factor that is being enrolled.
    public var factor: EnrollableFactor { challenge.factor }

    /// The factors to choose from, in the order of the server.
    public var factors: [EnrollableFactor] { choice.factors }

    /// The destination and length of the code, and the time at which another one can be sent; `nil` unless a code was
    /// sent.
    public var delivery: CodeDelivery? { challenge.delivery }

    /// The secret to show to the user, who adds it to the authenticator app; `nil` for other factors.
    public var authenticatorApp: AuthenticatorAppSetup? { challenge.authenticatorApp }

    /// Submits the code that was sent, or that of the authenticator app.
    ///
    /// - Parameter code: The code entered by the user.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; otherwise as ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func submit(_ code: String) async throws(AuthError) -> SignInStep {
        try await service.completeEnrolment(of: challenge.factor, with: .code(code), in: choice)
    }

    /// Creates a passkey; for factors of the kind ``SecondFactorKind/passkey``.
    ///
    /// - Parameters:
    ///   - name: The name by which the user recognizes it; `nil` for that of the authenticator's model.
    ///   - authenticator: The authenticator; by default that of the client's configuration.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `passkeyUnavailable`, `passkeyAlreadyAdded`, `passkeyRejected` or `cancelled`, after
    ///   which this value can be used again; `unexpectedChallenge` for other factors; otherwise as
    ///   ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func createPasskey(
        named name: String? = nil,
        using authenticator: (any PasskeyAuthenticator)? = nil
    ) async throws(AuthError) -> SignInStep {
        guard let options = challenge.passkeyOptions else { throw .unexpectedChallenge }
        let response = try await service.passkeyCeremony(with: authenticator).create(options)
        return try await service.completeEnrolment(
            of: challenge.factor,
            with: .passkey(response, name: name),
            in: choice
        )
    }

    /// Starts again with another factor or contact, or with the same ones to send the code again.
    ///
    /// - Parameters:
    ///   - factor: One of ``factors``.
    ///   - contact: The email address or phone number that receives codes, for factors of these kinds.
    /// - Returns: As ``FactorEnrolmentStep/enrol(_:contact:)``.
    /// - Throws: ``AuthError`` as ``FactorEnrolmentStep/enrol(_:contact:)``.
    public func enrol(
        _ factor: EnrollableFactor,
        contact: String? = nil
    ) async throws(AuthError) -> FactorEnrolmentResult {
        try await service.beginEnrolment(of: factor, contact: contact, in: choice)
    }

    /// The choice that this step comes from, with its newest continuation token.
    package var selection: FactorEnrolmentStep { FactorEnrolmentStep(service: service, choice: choice) }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.enrolmentChallenge(choice, challenge)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { choice.position.correlationID }
}

/// A sign-in that continues when the user has saved the new recovery codes.
///
/// The server shows them once. They are not stored on this device.
public struct RecoveryCodesStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition
    let tokenRequest: AccessTokenRequest
    private let issued: [Secret]

    init(
        service: any NativeAuthenticationService,
        position: NativeFlowPosition,
        tokenRequest: AccessTokenRequest,
        codes: [Secret]
    ) {
        self.service = service
        self.position = position
        self.tokenRequest = tokenRequest
        issued = codes
    }

    /// The recovery codes to show to the user.
    public var codes: [String] { issued.map { $0.reveal() } }

    /// Continues after the user has saved the codes.
    ///
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError`` as ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func proceed() async throws(AuthError) -> SignInStep {
        try await service.proceed(at: position, for: tokenRequest)
    }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}
