package import Foundation
public import GatehouseWire

/// The next step of a sign-up; each case has a value whose methods are the next steps.
///
/// ```swift
/// switch try await gatehouse.signUp(email: email) {
/// case .codeRequired(let code): step = try await code.submit(enteredCode)
/// case .passwordRequired(let password): step = try await password.submit(newPassword)
/// case .attributesRequired(let page): step = try await page.submit(["city": "Dublin"])
/// case .completed(let account): signIn = try await account.signIn()
/// @unknown default: throw UpdateRequired() // a step of a later version
/// }
/// ```
@nonexhaustive public enum SignUpStep: Sendable {
    /// The user has received a code.
    case codeRequired(SignUpCodeStep)
    /// The user must choose a password.
    case passwordRequired(SignUpPasswordStep)
    /// The user must provide attributes, one page of them.
    case attributesRequired(SignUpAttributesStep)
    /// The account is created; the user is not signed in yet.
    case completed(SignUpCompletion)
}

extension SignUpStep {
    init(_ saved: SavedSignUp, service: any NativeAuthenticationService) {
        switch saved.step {
        case .code(let position, let delivery):
            self = .codeRequired(SignUpCodeStep(service: service, position: position, delivery: delivery))
        case .password(let position):
            self = .passwordRequired(SignUpPasswordStep(service: service, position: position))
        case .attributes(let position, let attributes):
            self = .attributesRequired(
                SignUpAttributesStep(service: service, position: position, attributes: attributes)
            )
        case .completed(let position):
            self = .completed(SignUpCompletion(service: service, position: position))
        }
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignUp {
        switch self {
        case .codeRequired(let step): step.saved
        case .passwordRequired(let step): step.saved
        case .attributesRequired(let step): step.saved
        case .completed(let step): step.saved
        }
    }
}

/// A sign-up that waits for a code.
///
/// The value remains usable after an incorrect code.
public struct SignUpCodeStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition
    /// The destination and length of the code, and the time at which another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: The code entered by the user.
    /// - Returns: The next step of the sign-up.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; `userAlreadyExists` if the address has an account, which is disclosed only to its owner; `flowExpired`
    ///   if the sign-up must start again; `browserRequired`, `network`, `serverUnavailable` or `rateLimited`.
    public func submit(_ code: String) async throws(AuthError) -> SignUpStep {
        try await service.continueSignUp(at: position, with: .code(code))
    }

    /// Sends another code and invalidates the previous one.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, after which this value can be used
    ///   again; otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> SignUpCodeStep {
        try await service.resendSignUpCode(at: position)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignUp { SavedSignUp(.code(position, delivery)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A sign-up that waits for a password.
///
/// The value remains usable after a rejected password.
public struct SignUpPasswordStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition

    /// Submits the password.
    ///
    /// - Parameter password: The password chosen by the user.
    /// - Returns: The next step of the sign-up.
    /// - Throws: ``AuthError``: `passwordRejected` for the reason in ``AuthError/ServerResponse/suberror``, after which
    ///   this value can be used again; otherwise as ``SignUpCodeStep/submit(_:)``.
    public func submit(_ password: String) async throws(AuthError) -> SignUpStep {
        try await service.continueSignUp(at: position, with: .password(password))
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignUp { SavedSignUp(.password(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A sign-up that waits for attributes of the user: one page, which may be followed by others.
///
/// The value remains usable after rejected attributes.
public struct SignUpAttributesStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition
    /// The attributes of this page.
    public let attributes: [RequiredAttribute]

    /// Submits the attributes of this page.
    ///
    /// - Parameter values: The values by ``RequiredAttribute/name``. The server ignores unknown names.
    /// - Returns: The next step: this page again if a value is missing, another page, or the completed sign-up.
    /// - Throws: ``AuthError``: `attributesRejected` if values are invalid, with their names in
    ///   ``AuthError/invalidAttributes``, after which this value can be used again; otherwise as
    ///   ``SignUpCodeStep/submit(_:)``.
    public func submit(_ values: [String: JSONValue]) async throws(AuthError) -> SignUpStep {
        try await service.continueSignUp(at: position, with: .attributes(values))
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignUp { SavedSignUp(.attributes(position, attributes)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A completed sign-up, after which the user can sign in without further input.
public struct SignUpCompletion: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition

    /// Signs the new user in.
    ///
    /// - Parameter scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The session, which becomes the current one, or the next step of the sign-in.
    /// - Throws: ``AuthError``: `automaticSignInUnavailable` if the server requires an ordinary sign-in; `flowExpired`
    ///   if too much time has passed or the user was signed in before; `browserRequired` if the server requires a step
    ///   that the app does not support; a `store…` code if the session cannot be stored; `network`,
    ///   `serverUnavailable` or `rateLimited`.
    @discardableResult
    public func signIn(scopes: ScopeSet = []) async throws(AuthError) -> SignInStep {
        try await signIn(scopes: scopes, claims: nil)
    }

    package func signIn(scopes: ScopeSet, claims: String?) async throws(AuthError) -> SignInStep {
        try await service.signIn(after: position, for: AccessTokenRequest(scopes: scopes, claims: claims))
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignUp { SavedSignUp(.completed(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}
