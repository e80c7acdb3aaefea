import Gatehouse

/// The SDK's value for the current step of a sign-in, sign-up or password reset.
enum SignInPosition: Sendable {
    case start
    case signUp(SignUpStep)
    case signIn(SignInStep)
    case factorChallenge(SecondFactorChallengeStep)
    case enrolmentChallenge(FactorEnrolmentChallengeStep)
    case resetCode(PasswordResetCodeStep)
    case resetPassword(PasswordResetPasswordStep)
    case resetCompleted(PasswordResetCompletion)

    /// The description of the step.
    var description: SignInStepDescription {
        switch self {
        case .start: .signIn
        case .signUp(let step): Self.describe(step)
        case .signIn(let step): Self.describe(step)
        case .factorChallenge(let step):
            .factor(
                FactorPrompt(step.factor),
                step.delivery.map { CodePrompt($0) },
                hasOthers: step.factors.count > 1
            )
        case .enrolmentChallenge(let step):
            .enrolment(FactorPrompt(step.factor), step.delivery.map { CodePrompt($0) }, step.authenticatorApp)
        case .resetCode(let step): .code(CodePrompt(step.delivery))
        case .resetPassword: .newPassword
        case .resetCompleted: .passwordChanged
        }
    }

    /// Whether a sign-up or password reset is complete, so that the user can be signed in.
    var isCompleted: Bool {
        switch self {
        case .signUp(.completed), .resetCompleted: true
        default: false
        }
    }

    private static func describe(_ step: SignUpStep) -> SignInStepDescription {
        switch step {
        case .codeRequired(let step): .code(CodePrompt(step.delivery))
        case .passwordRequired: .newPassword
        case .attributesRequired(let step): .attributes(step.attributes.map { AttributePrompt($0) })
        case .completed: .accountCreated
        }
    }

    private static func describe(_ step: SignInStep) -> SignInStepDescription {
        switch step {
        case .codeRequired(let step): .code(CodePrompt(step.delivery))
        case .passwordRequired: .password
        case .secondFactorRequired(let step): .factorChoice(step.factors.map { FactorPrompt($0) })
        case .enrolmentRequired(let step): .enrolmentChoice(step.factors.map { FactorPrompt($0) })
        case .recoveryCodesIssued(let step): .recoveryCodes(step.codes.map { Secret($0) })
        case .signedIn: .signedIn
        }
    }
}

/// The requests of a sign-in: each leads from a position to the next one.
struct SignInRequests: Sendable {
    let client: GatehouseClient
    let scopes: ScopeSet

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - position: The current position.
    /// - Returns: The next position.
    /// - Throws: ``AuthError`` of the SDK; the position can then be used again unless the error says otherwise.
    func send(
        _ request: SignInModel.Request,
        at position: SignInPosition
    ) async throws(AuthError) -> SignInPosition {
        switch request {
        case .startSignIn(let address): try await next(client.signIn(email: address, scopes: scopes))
        case .startSignUp(let email): .signUp(try await client.signUp(email: email))
        case .startReset(let email): .resetCode(try await client.resetPassword(email: email))
        case .startPasskeySignIn: try await next(client.signInWithPasskey(scopes: scopes))
        case .openBrowser: .signIn(.signedIn(try await client.signIn(scopes: scopes)))
        case .submit(let value): try await submit(value.reveal(), at: position)
        case .submitAttributes(let values): try await submit(values, at: position)
        case .resendCode: try await resend(at: position)
        case .choose(let id): try await choose(id, at: position)
        case .enrol(let id, let contact): try await enrol(id, contact: contact, at: position)
        case .usePasskey: try await usePasskey(at: position)
        case .showOtherFactors: try otherFactors(at: position)
        case .proceed: try await proceed(at: position)
        }
    }

    /// Returns the position of a step; a single second factor needs no choice.
    private func next(_ step: SignInStep) async throws(AuthError) -> SignInPosition {
        guard case .secondFactorRequired(let choice) = step, choice.factors.count == 1 else { return .signIn(step) }
        do throws(AuthError) {
            return .factorChallenge(try await choice.choose(choice.factors[0]))
        } catch {
            // The choice can be tried again, unlike the step before.
            return .signIn(step)
        }
    }

    private func submit(_ value: String, at position: SignInPosition) async throws(AuthError) -> SignInPosition {
        switch position {
        case .signUp(.codeRequired(let step)): .signUp(try await step.submit(value))
        case .signUp(.passwordRequired(let step)): .signUp(try await step.submit(value))
        case .signIn(.codeRequired(let step)): try await next(step.submit(value))
        case .signIn(.passwordRequired(let step)): try await next(step.submit(value))
        case .factorChallenge(let step): try await next(step.submit(value))
        case .enrolmentChallenge(let step): try await next(step.submit(value))
        case .resetCode(let step): .resetPassword(try await step.submit(value))
        case .resetPassword(let step): .resetCompleted(try await step.submit(value))
        default: throw .unexpectedStep
        }
    }

    private func submit(
        _ values: [String: JSONValue],
        at position: SignInPosition
    ) async throws(AuthError) -> SignInPosition {
        guard case .signUp(.attributesRequired(let step)) = position else { throw .unexpectedStep }
        return .signUp(try await step.submit(values))
    }

    private func resend(at position: SignInPosition) async throws(AuthError) -> SignInPosition {
        switch position {
        case .signUp(.codeRequired(let step)): .signUp(.codeRequired(try await step.resend()))
        case .signIn(.codeRequired(let step)): .signIn(.codeRequired(try await step.resend()))
        case .resetCode(let step): .resetCode(try await step.resend())
        default: throw .unexpectedStep
        }
    }

    private func choose(_ id: String, at position: SignInPosition) async throws(AuthError) -> SignInPosition {
        switch position {
        case .signIn(.secondFactorRequired(let step)):
            guard let factor = step.factors.first(where: { $0.id == id }) else { throw .unexpectedStep }
            return .factorChallenge(try await step.choose(factor))
        case .factorChallenge(let step):
            guard let factor = ([step.factor] + step.factors).first(where: { $0.id == id }) else {
                throw .unexpectedStep
            }
            return .factorChallenge(try await step.choose(factor))
        default: throw .unexpectedStep
        }
    }

    private func enrol(
        _ id: String,
        contact: String?,
        at position: SignInPosition
    ) async throws(AuthError) -> SignInPosition {
        let choice: FactorEnrolmentStep
        switch position {
        case .signIn(.enrolmentRequired(let step)): choice = step
        case .enrolmentChallenge(let step): choice = step.selection
        default: throw .unexpectedStep
        }
        guard let factor = choice.factors.first(where: { $0.id == id }) else { throw .unexpectedStep }
        switch try await choice.enrol(factor, contact: contact) {
        case .challenge(let step): return .enrolmentChallenge(step)
        case .step(let step): return try await next(step)
        }
    }

    private func usePasskey(at position: SignInPosition) async throws(AuthError) -> SignInPosition {
        switch position {
        case .factorChallenge(let step): try await next(step.proveWithPasskey())
        case .enrolmentChallenge(let step): try await next(step.createPasskey())
        default: throw .unexpectedStep
        }
    }

    private func otherFactors(at position: SignInPosition) throws(AuthError) -> SignInPosition {
        switch position {
        case .factorChallenge(let step): .signIn(.secondFactorRequired(step.selection))
        case .enrolmentChallenge(let step): .signIn(.enrolmentRequired(step.selection))
        case .signIn(.enrolmentRequired): position
        default: throw .unexpectedStep
        }
    }

    private func proceed(at position: SignInPosition) async throws(AuthError) -> SignInPosition {
        switch position {
        case .signIn(.recoveryCodesIssued(let step)): try await next(step.proceed())
        case .signUp(.completed(let completion)): try await next(completion.signIn(scopes: scopes))
        case .resetCompleted(let completion): try await next(completion.signIn(scopes: scopes))
        default: throw .unexpectedStep
        }
    }
}

extension AuthError {
    /// The error of a request that does not belong to the current step, such as the second one of a double tap.
    fileprivate static let unexpectedStep = AuthError(
        .flowExpired,
        "The request does not belong to the current step.",
        recovery: .signInAgain
    )
}
