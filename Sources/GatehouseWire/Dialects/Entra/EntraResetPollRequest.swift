/// An app asks whether the new password counts by now.
package struct EntraResetPollRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret

    package init(clientID: String, continuationToken: Secret) {
        self.clientID = clientID
        self.continuationToken = continuationToken
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
    }

    package var parameters: Parameters {
        Parameters([.clientID: clientID, .continuationToken: continuationToken.reveal()])
    }
}
