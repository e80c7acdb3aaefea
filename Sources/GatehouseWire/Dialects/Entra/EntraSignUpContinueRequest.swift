/// An app goes on with a sign-up: with the code, the password, or attributes.
package struct EntraSignUpContinueRequest: WireRequest, Hashable {
    /// What is handed in.
    package enum Submission: Sendable, Hashable {
        /// The code that was sent.
        case code(Secret)
        /// The password of the new account.
        case password(Secret)
        /// Attributes of the new account.
        case attributes([String: JSONValue])
        /// Something that this module does not know.
        case other(GrantType)
    }

    package var clientID: String
    package var continuationToken: Secret
    package var submission: Submission

    package init(clientID: String, continuationToken: Secret, submission: Submission) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.submission = submission
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        switch GrantType(rawValue: try parameters.entraRequired(.grantType)) {
        case .oob: submission = .code(Secret(try parameters.entraRequired(.oob)))
        case .password: submission = .password(Secret(try parameters.entraRequired(.password)))
        case .attributes:
            guard let attributes = try parameters.entraAttributes() else {
                throw Parameters.entraInvalid(.attributes)
            }
            submission = .attributes(attributes)
        case let other: submission = .other(other)
        }
    }

    package var parameters: Parameters {
        var parameters = Parameters([.clientID: clientID, .continuationToken: continuationToken.reveal()])
        switch submission {
        case .code(let code):
            parameters.append(.grantType, GrantType.oob.rawValue)
            parameters.append(.oob, code.reveal())
        case .password(let password):
            parameters.append(.grantType, GrantType.password.rawValue)
            parameters.append(.password, password.reveal())
        case .attributes(let attributes):
            parameters.append(.grantType, GrantType.attributes.rawValue)
            parameters.appendEntra(attributes: attributes)
        case .other(let grantType):
            parameters.append(.grantType, grantType.rawValue)
        }
        return parameters
    }
}
