import Gatehouse

/// A sign-in that awaits the choice of a second factor.
public nonisolated final class AwaitingMFAState: MFABaseState {
    let step: SecondFactorStep

    init(_ app: NativeAuthContext, _ step: SecondFactorStep) {
        self.step = step
        super.init(app, step.correlationID)
    }

    /// The methods to choose from.
    ///
    /// An addition to Microsoft's API.
    public var authMethods: [MSALAuthMethod] { step.factors.map(MSALAuthMethod.init) }
    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState { MSALNativeAuthSavedState(.signIn(step.saved)) }

    /// Requests the code of a method.
    ///
    /// - Parameters:
    ///   - authMethod: The method that the user chose.
    ///   - delegate: The delegate to notify, called once.
    public func requestChallenge(authMethod: MSALAuthMethod, delegate: any MFARequestChallengeDelegate) {
        MFARequiredState(app, step).requestChallenge(of: authMethod, for: "AwaitingMFAState", delegate)
    }

    /// Requests the code of the only method, or the choice of one, as in versions 1.6 to 2.4.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use requestChallenge(authMethod:delegate:).")
    public func requestChallenge(delegate: any MFARequestChallengeDelegate) {
        MFARequiredState(app, step).requestChallenge(of: nil, for: "AwaitingMFAState", delegate)
    }
}

/// A sign-in that awaits the code of a second factor.
public nonisolated final class MFARequiredState: MFABaseState {
    private enum Position: Sendable {
        /// No method is chosen: the state follows a failed request, or one without a method.
        case selection(SecondFactorStep)
        case challenge(SecondFactorChallengeStep)
    }

    private let position: Position

    init(_ app: NativeAuthContext, _ step: SecondFactorStep) {
        position = .selection(step)
        super.init(app, step.correlationID)
    }

    init(_ app: NativeAuthContext, _ step: SecondFactorChallengeStep) {
        position = .challenge(step)
        super.init(app, step.correlationID)
    }

    private var selection: SecondFactorStep {
        switch position {
        case .selection(let step): step
        case .challenge(let step): step.selection
        }
    }

    /// The methods to choose from.
    ///
    /// An addition to Microsoft's API.
    public var authMethods: [MSALAuthMethod] { selection.factors.map(MSALAuthMethod.init) }

    /// The delivery of the code; `nil` if none was sent yet.
    ///
    /// An addition to Microsoft's API.
    public var codeDelivery: MSALNativeAuthCodeDelivery? {
        guard case .challenge(let step) = position else { return nil }
        return step.delivery.map(MSALNativeAuthCodeDelivery.init)
    }

    /// The state in a form that can be stored: ``MSALNativeAuthPublicClientApplication/resume(_:)`` restores it in
    /// another process.
    public var saved: MSALNativeAuthSavedState {
        switch position {
        case .selection(let step): MSALNativeAuthSavedState(.signIn(step.saved))
        case .challenge(let step): MSALNativeAuthSavedState(.signIn(step.saved))
        }
    }

    /// Requests the code of a method: another one, or the same one to send its code again.
    ///
    /// - Parameters:
    ///   - authMethod: The method that the user chose.
    ///   - delegate: The delegate to notify, called once.
    public func requestChallenge(authMethod: MSALAuthMethod, delegate: any MFARequestChallengeDelegate) {
        requestChallenge(of: authMethod, for: "MFARequiredState", delegate)
    }

    /// Requests the code of the only method, or the choice of one, as in versions 1.6 to 2.4.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use requestChallenge(authMethod:delegate:).")
    public func requestChallenge(delegate: any MFARequestChallengeDelegate) {
        requestChallenge(of: nil, for: "MFARequiredState", delegate)
    }

    /// Returns the methods to choose from, as in versions 1.6 to 2.4, without a request.
    ///
    /// - Parameter delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use the methods of onSignInAwaitingMFA(authMethods:newState:).")
    public func getAuthMethods(delegate: any MFAGetAuthMethodsDelegate) {
        app.run("MFARequiredState.getAuthMethods", for: delegate) { _ throws(AuthError) in
        } then: { [self] _, delegate in
            let reply = DelegateReply(to: delegate) { (error: MFAGetAuthMethodsError) in
                delegate.onMFAGetAuthMethodsError(error: error, newState: nil)
            }
            reply("onMFAGetAuthMethodsSelectionRequired(authMethods:newState:)", correlationID) {
                delegate.onMFAGetAuthMethodsSelectionRequired(authMethods: authMethods, newState: self)
            }
        }
    }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - challenge: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitChallenge(challenge: String, delegate: any MFASubmitChallengeDelegate) {
        app.run("MFARequiredState.submitChallenge", for: delegate) { [position] _ throws(AuthError) in
            guard !challenge.isEmpty else { throw AuthError(.wrongCode, "The code is empty.") }
            guard case .challenge(let step) = position else { throw .noChallenge }
            return try await SignInOutcome(step.submit(challenge))
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: MFASubmitChallengeError) in
                delegate.onMFASubmitChallengeError(error: error, newState: nil)
            }
            switch result {
            case .success(let outcome):
                app.deliver(last: outcome, to: delegate, correlationID, reply: reply)
            case .failure(let error):
                let error = MFASubmitChallengeError(error, correlationID)
                delegate.onMFASubmitChallengeError(error: error, newState: error.failure.isPastStep ? nil : self)
            }
        }
    }

    /// Requests a challenge.
    ///
    /// - Parameters:
    ///   - method: The method; `nil` for the only one.
    ///   - state: The name of the state that the app called.
    ///   - delegate: The delegate to notify, called once.
    func requestChallenge(
        of method: MSALAuthMethod?,
        for state: String,
        _ delegate: any MFARequestChallengeDelegate
    ) {
        let step = selection
        app.run("\(state).requestChallenge", for: delegate) { _ throws(AuthError) -> SecondFactorChallengeStep? in
            if let method { return try await step.choose(try method.factor(of: step.factors)) }
            guard let factor = step.factors.first, step.factors.count == 1 else { return nil }
            return try await step.choose(factor)
        } then: { [self] result, delegate in
            let reply = DelegateReply(to: delegate) { (error: MFARequestChallengeError) in
                delegate.onMFARequestChallengeError(error: error, newState: nil)
            }
            switch result {
            case .success(let step?):
                requestCode(step, of: delegate, reply)
            case .success(nil):
                reply("onMFARequestChallengeSelectionRequired(authMethods:newState:)", correlationID) {
                    delegate.onMFARequestChallengeSelectionRequired(authMethods: authMethods, newState: self)
                }
            case .failure(let error):
                let isUnexpected = error.code == .unexpectedChallenge
                delegate.onMFARequestChallengeError(
                    error: MFARequestChallengeError(error, correlationID),
                    newState: isUnexpected ? nil : self
                )
            }
        }
    }

    @MainActor private func requestCode(
        _ step: SecondFactorChallengeStep,
        of delegate: any MFARequestChallengeDelegate,
        _ reply: DelegateReply<MFARequestChallengeError>
    ) {
        let state = MFARequiredState(app, step)
        guard let delivery = state.codeDelivery else {
            return reply.fail(MFARequestChallengeError(AuthError.noChallenge, correlationID))
        }
        reply("onMFARequestChallengeVerificationRequired(newState:sentTo:channelTargetType:codeLength:)", correlationID)
        {
            delegate.onMFARequestChallengeVerificationRequired(
                newState: state,
                sentTo: delivery.sentTo,
                channelTargetType: delivery.channelTargetType,
                codeLength: delivery.codeLength
            )
        }
    }
}

extension AuthError {
    /// The error for a state without a code.
    fileprivate static let noChallenge = AuthError(
        .unexpectedChallenge,
        "No code was sent: request a challenge first."
    )
}
