/// A step of a sign-in in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-in
/// lasts. Printing it shows neither.
package struct SavedSignIn: Sendable, Hashable, Codable {
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
package struct SavedPasswordReset: Sendable, Hashable, Codable {
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

extension NativeAuthenticationService {
    /// Continues a stored sign-up, possibly of another process.
    package func resume(_ saved: SavedSignUp) -> SignUpStep {
        SignUpStep(saved, service: self)
    }

    /// Continues a stored sign-in, possibly of another process.
    package func resume(_ saved: SavedSignIn) -> SignInStep {
        saved.resumed(by: self, code: SignInStep.codeRequired, password: SignInStep.passwordRequired)
    }

    /// Continues a stored password reset, possibly of another process.
    package func resume(_ saved: SavedPasswordReset) -> PasswordResetStep {
        PasswordResetStep(saved, service: self)
    }
}
