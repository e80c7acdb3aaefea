import Foundation
import Gatehouse

/// The flows of version 2: one delegate for every flow, with a protocol for each state.
///
/// The app declares no capabilities: every second factor that the server offers has a state.
extension MSALNativeAuthPublicClientApplication {
    /// Starts a sign-up.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func signUpV2(parameters: MSALNativeAuthSignUpParametersV2, delegate: any MSALNativeAuthFlowDelegate) {
        let flow = flow(
            .signUp,
            scopes: parameters.scopes,
            claims: parameters.claimsRequest,
            correlationID: parameters.correlationId
        )
        let username = parameters.username
        let attributes = AttributeValues.reading(parameters.attributes)
        flow.run("signUpV2", for: delegate) { () throws(AuthError) in
            _ = try flow.tokenParameters.get()
            return .codeRequired(
                .signUp(
                    try await flow.app.version2.startSignUp(
                        username,
                        password: nil,
                        attributes: try attributes.get(),
                        correlationID: flow.correlationID
                    )
                )
            )
        }
    }

    /// Starts a sign-in.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func signInV2(parameters: MSALNativeAuthSignInParametersV2, delegate: any MSALNativeAuthFlowDelegate) {
        let flow = flow(
            .signIn,
            scopes: parameters.scopes,
            claims: parameters.claimsRequest,
            correlationID: parameters.correlationId
        )
        flow.startSignIn(parameters.username, password: nil, for: delegate)
    }

    /// Starts a sign-in, as in versions 2.16 and 2.17.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow. The password is submitted if the server requires one.
    ///   - delegate: The delegate to notify, called once.
    public func signInV2(parameters: MSALNativeAuthSignInParameters, delegate: any MSALNativeAuthFlowDelegate) {
        let flow = flow(
            .signIn,
            scopes: parameters.scopes,
            claims: parameters.claimsRequest,
            correlationID: parameters.correlationId
        )
        flow.startSignIn(parameters.username, password: parameters.password, for: delegate)
    }

    /// Starts a password reset.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func resetPasswordV2(
        parameters: MSALNativeAuthResetPasswordParametersV2,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        startReset(parameters, scopes: parameters.scopes, delegate: delegate)
    }

    /// Starts a password reset, with the parameters of version 1.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func resetPasswordV2(
        parameters: MSALNativeAuthResetPasswordParameters,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        let scopes = (parameters as? MSALNativeAuthResetPasswordParametersV2)?.scopes
        startReset(parameters, scopes: scopes, delegate: delegate)
    }

    private func flow(
        _ scenario: MSALNativeAuthFlowScenario,
        scopes: [String]?,
        claims: MSALClaimsRequest?,
        correlationID: UUID?
    ) -> NativeFlow {
        NativeFlow(
            app: app,
            scenario: scenario,
            tokenParameters: TokenParameters.reading(scopes, claims),
            correlationID: app.correlationID(correlationID)
        )
    }

    private func startReset(
        _ parameters: MSALNativeAuthResetPasswordParameters,
        scopes: [String]?,
        delegate: any MSALNativeAuthFlowDelegate
    ) {
        let flow = flow(.passwordReset, scopes: scopes, claims: nil, correlationID: parameters.correlationId)
        let username = parameters.username
        flow.run("resetPasswordV2", for: delegate) { () throws(AuthError) in
            .codeRequired(
                .passwordReset(
                    try await flow.app.version2.startReset(username, correlationID: flow.correlationID)
                )
            )
        }
    }
}

extension NativeFlow {
    /// Starts a sign-in.
    ///
    /// - Parameters:
    ///   - username: The user's email address.
    ///   - password: The password to submit if the server requires one; `nil` for none.
    ///   - delegate: The delegate to notify, called once.
    fileprivate func startSignIn(
        _ username: String,
        password: String?,
        for delegate: any MSALNativeAuthFlowDelegate
    ) {
        run("signInV2", for: delegate) { () throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            return try await FlowStep(
                app.version2.startSignIn(
                    username,
                    password: password,
                    for: AccessTokenRequest(scopes: tokenParameters.scopes, claims: tokenParameters.claims),
                    correlationID: correlationID
                )
            )
        }
    }
}

extension NativeAuthContext {
    /// Native authentication for flows that support every second factor.
    fileprivate var version2: any NativeAuthenticationService {
        get throws(AuthError) {
            var service = try gatehouse.native
            service.capabilities = [.secondFactor, .enrolment]
            return service
        }
    }
}
