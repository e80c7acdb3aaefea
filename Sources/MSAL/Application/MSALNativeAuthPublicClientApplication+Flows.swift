import Foundation
import Gatehouse

extension MSALNativeAuthPublicClientApplication {
    /// Starts a sign-up.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func signUp(parameters: MSALNativeAuthSignUpParameters, delegate: any SignUpStartDelegate) {
        let correlationID = app.correlationID(parameters.correlationId)
        let (username, password) = (parameters.username, parameters.password)
        let attributes = AttributeValues.reading(parameters.attributes)
        app.run("signUp", for: delegate) { gatehouse throws(AuthError) in
            try await gatehouse.native.startSignUp(
                username,
                password: password,
                attributes: try attributes.get(),
                correlationID: correlationID
            )
        } then: { [app] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: SignUpStartError) in
                delegate.onSignUpStartError(error: error)
            }
            switch result {
            case .success(let step):
                let state = SignUpCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onSignUpCodeRequired(newState:sentTo:channelTargetType:codeLength:)", step.correlationID) {
                    delegate.onSignUpCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .failure(let error) where error.code == .attributesRejected && !error.invalidAttributes.isEmpty:
                reply("onSignUpAttributesInvalid(attributeNames:)", correlationID) {
                    delegate.onSignUpAttributesInvalid(attributeNames: error.invalidAttributes)
                }
            case .failure(let error):
                reply.fail(SignUpStartError(error, correlationID))
            }
        }
    }

    /// Starts a sign-in.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func signIn(parameters: MSALNativeAuthSignInParameters, delegate: any SignInStartDelegate) {
        let correlationID = app.correlationID(parameters.correlationId)
        let (username, password) = (parameters.username, parameters.password)
        let tokenParameters = TokenParameters.reading(parameters.scopes, parameters.claimsRequest)
        app.run("signIn", for: delegate) { gatehouse throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            let step = try await gatehouse.native.startSignIn(
                username,
                password: password,
                for: AccessTokenRequest(scopes: tokenParameters.scopes, claims: tokenParameters.claims),
                correlationID: correlationID
            )
            return try await SignInOutcome(step)
        } then: { [app] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: SignInStartError) in
                delegate.onSignInStartError(error: error)
            }
            switch result {
            case .success(.codeRequired(let step)):
                if password != nil {
                    MSALGlobalConfig.loggerConfig.log(
                        .warning,
                        "The server requires a code; the password is not used, correlation \(step.correlationID)"
                    )
                }
                let state = SignInCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onSignInCodeRequired(newState:sentTo:channelTargetType:codeLength:)", step.correlationID) {
                    delegate.onSignInCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .success(.passwordRequired(let step)):
                reply("onSignInPasswordRequired(newState:)", step.correlationID) {
                    delegate.onSignInPasswordRequired(newState: SignInPasswordRequiredState(app, step))
                }
            case .success(let outcome):
                app.deliver(outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                reply.fail(SignInStartError(error, correlationID))
            }
        }
    }

    /// Starts a password reset.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the flow.
    ///   - delegate: The delegate to notify, called once.
    public func resetPassword(
        parameters: MSALNativeAuthResetPasswordParameters,
        delegate: any ResetPasswordStartDelegate
    ) {
        let correlationID = app.correlationID(parameters.correlationId)
        let username = parameters.username
        app.run("resetPassword", for: delegate) { gatehouse throws(AuthError) in
            try await gatehouse.native.startReset(
                username,
                correlationID: correlationID
            )
        } then: { [app] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: ResetPasswordStartError) in
                delegate.onResetPasswordStartError(error: error)
            }
            switch result {
            case .success(let step):
                let state = ResetPasswordCodeRequiredState(app, step)
                let delivery = state.codeDelivery
                reply("onResetPasswordCodeRequired(newState:sentTo:channelTargetType:codeLength:)", step.correlationID)
                {
                    delegate.onResetPasswordCodeRequired(
                        newState: state,
                        sentTo: delivery.sentTo,
                        channelTargetType: delivery.channelTargetType,
                        codeLength: delivery.codeLength
                    )
                }
            case .failure(let error):
                reply.fail(ResetPasswordStartError(error, correlationID))
            }
        }
    }
}
