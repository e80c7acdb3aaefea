/// An app hands in the new password.
package struct EntraResetSubmitRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    package var newPassword: Secret

    package init(clientID: String, continuationToken: Secret, newPassword: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.newPassword = newPassword
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        newPassword = Secret(try parameters.entraRequired(.newPassword))
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .newPassword: newPassword.reveal(),
        ])
    }
}
