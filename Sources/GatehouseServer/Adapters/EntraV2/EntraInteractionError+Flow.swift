import GatehouseStore
import GatehouseWire

extension EntraInteractionError {
    /// Creates the response to a flow error.
    ///
    /// - Parameters:
    ///   - error: The flow error.
    ///   - client: The client, for the names of attributes.
    ///   - step: The step of the flow that the request refers to; `nil` if it is not known.
    init(_ error: FlowError, client: Client, during step: FlowStep?) {
        let base = EntraError(error, client: client, invalidToken: .invalidGrant)
        self.init(base)
        switch error {
        case .gone, .stale, .tokenExpired, .codeExhausted:
            (code, innerCode) = (.invalidGrant, .invalidContinuationToken)
        case .wrongCode, .codeExpired, .factorRejected: innerCode = .invalidOneTimeCode
        case .wrongCredentials: innerCode = .invalidCredentials
        case .codeMissing: self = .invalid(EntraInteractionRequest.CodingKeys.otp.rawValue)
        case .invalidEmail:
            rejectAttributes([Detail(Detail.valueRejected, attributeIDs: [EntraAttributeID.email])])
        case .passwordMissing: rejectPassword(at: step)
        case .passwordRejected: rejectPassword(at: step)
        case .attributesRejected(let problems):
            let names = EntraAttributes(client)
            rejectAttributes(
                problems.keys.map(names.entraName(for:)).sorted().map { name in
                    Detail(Detail.valueRejected, attributeIDs: [name])
                }
            )
        case .accountExists:
            code = .invalidRequest
            details = [Detail(Detail.userAlreadyExists, attributeIDs: [EntraAttributeID.email], message: text)]
        case .accountUnknown: code = .invalidRequest
        case .additionalFactorRequired: self = .redirect
        // The flow does not offer the method of the link.
        case .needsBrowser: self.init(.notPossible, client: client, during: step)
        default: break
        }
    }

    /// The response to a token that this server has not issued for interactions.
    static let invalidToken: EntraInteractionError = {
        var error = EntraInteractionError(EntraError.invalidInteractionToken)
        error.innerCode = .invalidContinuationToken
        return error
    }()

    /// The response to a sign-in that only a browser can complete.
    static let redirect: EntraInteractionError = {
        var error = EntraInteractionError(
            .redirectToWeb,
            EntraErrorNumber.mfaRequired,
            text: "The sign-in requires a browser."
        )
        error.state = .redirect
        return error
    }()

    /// Rejects the new password of a reset, or that of a new account, which is one of its attributes.
    private mutating func rejectPassword(at step: FlowStep?) {
        if case .newPassword? = step {
            (code, innerCode, number) = (.invalidRequest, .passwordTooWeak, EntraErrorNumber.newPasswordRejected)
        } else {
            let detail = Detail(Detail.passwordRejected, attributeIDs: [EntraAttributeID.password], message: text)
            rejectAttributes([detail])
        }
    }

    private mutating func rejectAttributes(_ details: [Detail]) {
        (code, innerCode, number) = (.invalidRequest, .attributesInvalid, EntraErrorNumber.attributesRejected)
        self.details = details
    }
}

/// The identifiers of the attributes that every account has.
enum EntraAttributeID {
    static let email = ClaimName.email.rawValue
    static let password = ParameterName.password.rawValue
}
