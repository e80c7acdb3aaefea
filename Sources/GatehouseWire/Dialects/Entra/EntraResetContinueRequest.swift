/// An app hands in the code that shows whose password is to be reset.
package struct EntraResetContinueRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    package var code: Secret

    package init(clientID: String, continuationToken: Secret, code: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.code = code
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        guard GrantType(rawValue: try parameters.entraRequired(.grantType)) == .oob else {
            throw Parameters.entraInvalid(.grantType)
        }
        code = Secret(try parameters.entraRequired(.oob))
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .grantType: GrantType.oob.rawValue,
            .oob: code.reveal(),
        ])
    }
}
