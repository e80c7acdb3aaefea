import Foundation
public import GatehouseWire

/// Sign-up, sign-in and password reset on the app's own screens, without a browser.
///
/// The app must be registered for it: `gatehouse client create --native password`. Every step is a value; after a mistake
/// of the person the same value can be used again.
extension GatehouseClient {
    /// Begins a sign-up.
    ///
    /// - Parameters:
    ///   - email: The person's address, which a code is sent to.
    ///   - password: The password, when the person has chosen one already.
    ///   - attributes: What the app knows of the person already, by the names of ``RequiredAttribute``.
    /// - Returns: What the sign-up needs next: the code, on every server there is.
    /// - Throws: ``AuthError``: `invalidUsername` when that is no address, `passwordRefused`, `attributesRefused` with
    ///   ``AuthError/attributeNames``, `userAlreadyExists` where the server tells that, `browserRequired` when the server
    ///   wants what only its pages offer; `network`, `serverUnavailable` or `rateLimited`.
    public func signUp(
        email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws(AuthError) -> SignUpStep {
        let request = NativeRequest()
        return .codeRequired(
            try await signUp(email: email, password: password, attributes: attributes, request: request)
        )
    }

    package func signUp(
        email: String,
        password: String?,
        attributes: [String: JSONValue],
        request: NativeRequest
    ) async throws(AuthError) -> SignUpCode {
        try await native.startSignUp(email, password: password, attributes: attributes, request)
    }

    /// Begins a sign-in on the app's own screens.
    ///
    /// - Parameters:
    ///   - email: The person's address.
    ///   - password: The password, when the person has typed it already; it is not used where the server wants a code.
    ///   - scopes: What the app needs to know or do. `openid` and `offline_access` are asked for in any case.
    /// - Returns: What the sign-in needs next, or the session, which is the current one from now on.
    /// - Throws: ``AuthError``: `wrongPassword`, and where the server tells that, `userNotFound`; `invalidUsername` when
    ///   that is no address; otherwise as ``SignInCode/submit(_:)``.
    public func signIn(
        email: String,
        password: String? = nil,
        scopes: ScopeSet = []
    ) async throws(AuthError) -> SignInStep {
        try await signIn(email: email, password: password, scopes: scopes, request: NativeRequest())
    }

    package func signIn(
        email: String,
        password: String?,
        scopes: ScopeSet,
        request: NativeRequest
    ) async throws(AuthError) -> SignInStep {
        try await native.startSignIn(
            email,
            password: password,
            TokenWish(scopes: scopes, claims: request.claims),
            request
        )
    }

    /// Begins a password reset.
    ///
    /// - Parameter email: The person's address, which a code is sent to.
    /// - Returns: The step that waits for the code.
    /// - Throws: ``AuthError``: where the server tells that, `userNotFound` or `userHasNoPassword`; `invalidUsername` when
    ///   that is no address; otherwise as ``ResetCode/submit(_:)``.
    public func resetPassword(email: String) async throws(AuthError) -> ResetCode {
        try await resetPassword(email: email, request: NativeRequest())
    }

    package func resetPassword(email: String, request: NativeRequest) async throws(AuthError) -> ResetCode {
        try await native.startReset(email, request)
    }
}

extension GatehouseClient {
    /// Goes on with a sign-up that was stored, perhaps by another process.
    ///
    /// - Parameter saved: The step, as ``SignUpStep/saved`` gave it to a client of the same configuration.
    /// - Returns: The step.
    /// - Throws: ``AuthError`` of the code `misconfigured` when this client has no native flows.
    public func resume(_ saved: SavedSignUp) throws(AuthError) -> SignUpStep {
        let flow = try native
        return switch saved.step {
        case .code(let place, let delivery):
            .codeRequired(SignUpCode(flow: flow, place: place, delivery: delivery))
        case .password(let place): .passwordRequired(SignUpPassword(flow: flow, place: place))
        case .attributes(let place, let attributes):
            .attributesRequired(SignUpAttributes(flow: flow, place: place, attributes: attributes))
        case .completed(let place): .completed(SignUpCompleted(flow: flow, place: place))
        }
    }

    /// Goes on with a sign-in that was stored, perhaps by another process.
    ///
    /// - Parameter saved: The step, as its `saved` gave it to a client of the same configuration.
    /// - Returns: The step.
    /// - Throws: ``AuthError`` of the code `misconfigured` when this client has no native flows.
    public func resume(_ saved: SavedSignIn) throws(AuthError) -> SignInStep {
        try resume(saved, code: SignInStep.codeRequired, password: SignInStep.passwordRequired)
    }

    /// Goes on with a sign-in that was stored: it waits for a code or for a password, and never is done.
    package func resume<Step>(
        _ saved: SavedSignIn,
        code: (SignInCode) -> Step,
        password: (SignInPassword) -> Step
    ) throws(AuthError) -> Step {
        let flow = try native
        return switch saved.step {
        case .code(let place, let wish, let delivery):
            code(SignInCode(flow: flow, place: place, wish: wish, delivery: delivery))
        case .password(let place, let wish):
            password(SignInPassword(flow: flow, place: place, wish: wish))
        }
    }

    /// Goes on with a password reset that was stored, perhaps by another process.
    ///
    /// - Parameter saved: The step, as its `saved` gave it to a client of the same configuration.
    /// - Returns: The step.
    /// - Throws: ``AuthError`` of the code `misconfigured` when this client has no native flows.
    public func resume(_ saved: SavedPasswordReset) throws(AuthError) -> PasswordResetStep {
        let flow = try native
        return switch saved.step {
        case .code(let place, let delivery):
            .codeRequired(ResetCode(flow: flow, place: place, delivery: delivery))
        case .password(let place): .passwordRequired(ResetPassword(flow: flow, place: place))
        case .completed(let place): .completed(ResetCompleted(flow: flow, place: place))
        }
    }
}

extension GatehouseClient {
    /// The native flows of this client.
    private var native: NativeFlow {
        get throws(AuthError) {
            guard let service = dialect as? OpenIDService else {
                throw .misconfigured(
                    "Only servers of OpenID Connect have sign-up and sign-in on the app’s own screens."
                )
            }
            let tenant = configuration.issuer.appending(path: EntraServer.defaultTenant)
            return NativeFlow(
                server: configuration.entra ?? EntraServer(authority: tenant),
                service: service,
                keeper: keeper,
                environment: configuration.environment
            )
        }
    }
}
