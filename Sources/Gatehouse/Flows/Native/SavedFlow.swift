/// A step of a sign-in in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-in
/// lasts. Printing it shows neither.
public struct SavedSignIn: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, AccessTokenRequest, CodeDelivery)
        case password(NativeFlowPosition, AccessTokenRequest)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }

    /// Returns the step, which waits for a code or a password and is never complete, with a service that continues it.
    package func resumed<Result>(
        by service: any NativeAuthenticationService,
        code: (SignInCodeStep) -> Result,
        password: (SignInPasswordStep) -> Result
    ) -> Result {
        switch step {
        case .code(let position, let request, let delivery):
            code(SignInCodeStep(service: service, position: position, tokenRequest: request, delivery: delivery))
        case .password(let position, let request):
            password(SignInPasswordStep(service: service, position: position, tokenRequest: request))
        }
    }
}

/// A step of a password reset in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the reset lasts.
/// Printing it shows neither.
public struct SavedPasswordReset: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, CodeDelivery)
        case password(NativeFlowPosition)
        case completed(NativeFlowPosition)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}
