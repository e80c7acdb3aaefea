package import HTTPTypes

extension AccountAPI {
    /// Lists the passkeys and authenticator apps.
    package enum ListCredentials: AccountEndpoint {
        package typealias Response = AccountCredentials

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/credentials"
        package static let operation = OperationDescription(
            "listCredentials",
            "Lists the passkeys and authenticator apps of the user."
        )
    }

    /// Starts the enrolment of a credential.
    package enum StartEnrolment: AccountEndpoint {
        package typealias Body = StartEnrolmentRequest
        package typealias Response = CredentialEnrolment

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/credential-enrolments"
        package static let status = HTTPResponse.Status.created
        package static let requiresFreshSignIn = true
        package static let operation = OperationDescription(
            "startEnrolment",
            "Starts the enrolment of a passkey or authenticator app.",
            text: "Nothing is stored until it is finished."
        )
    }

    /// Finishes an enrolment.
    package enum AddCredential: AccountEndpoint {
        package typealias Body = FinishEnrolmentRequest
        package typealias Response = CredentialAdded

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/credentials"
        package static let status = HTTPResponse.Status.created
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.wrongCode, .codeExpired, .tooManyCredentials]
        package static let operation = OperationDescription(
            "addCredential",
            "Finishes an enrolment, and adds the credential.",
            text: "An authenticator app turns the second factor on."
        )
    }

    /// Renames a credential.
    package enum UpdateCredential: AccountEndpoint {
        package typealias Body = CredentialUpdateRequest
        package typealias Response = CredentialDetails

        package static let method = HTTPRequest.Method.patch
        package static let path = "\(root)/credentials/\(idSegment)"
        package static let requiresFreshSignIn = true
        package static let operation = OperationDescription("updateCredential", "Renames a credential.")
    }

    /// Removes a credential.
    package enum RemoveCredential: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/credentials/\(idSegment)"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.lastSignInMethod]
        package static let operation = OperationDescription(
            "removeCredential",
            "Removes a credential.",
            text: "With the last one, the second factor is turned off and the recovery codes are removed."
        )
    }

    /// Replaces the recovery codes.
    package enum ReplaceRecoveryCodes: AccountEndpoint {
        package typealias Response = RecoveryCodes

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/recovery-codes"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.secondFactorMissing]
        package static let operation = OperationDescription(
            "replaceRecoveryCodes",
            "Replaces the recovery codes by new ones."
        )
    }

    /// Turns the second factor on or off.
    package enum UpdateSecondFactor: AccountEndpoint {
        package typealias Body = SecondFactorRequest
        package typealias Response = SecondFactorSettings

        package static let method = HTTPRequest.Method.put
        package static let path = "\(root)/second-factor"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.secondFactorMissing]
        package static let operation = OperationDescription(
            "updateSecondFactor",
            "Turns the second factor on or off."
        )
    }
}
