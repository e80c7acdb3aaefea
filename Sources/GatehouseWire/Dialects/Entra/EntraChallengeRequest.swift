/// An app asks how the person is to prove who they are, and with that for a code to be sent, or sent again.
package struct EntraChallengeRequest: WireRequest, Hashable {
    package var clientID: String
    package var continuationToken: Secret
    /// Where it is left out, what was said at the start counts.
    package var challengeTypes: [EntraChallengeType]?

    package init(clientID: String, continuationToken: Secret, challengeTypes: [EntraChallengeType]?) {
        self.clientID = clientID
        self.continuationToken = continuationToken
        self.challengeTypes = challengeTypes
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        continuationToken = Secret(try parameters.entraRequired(.continuationToken))
        challengeTypes = try parameters.entraChallengeTypesIfAny()
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .continuationToken: continuationToken.reveal(),
            .challengeType: challengeTypes?.spaceSeparated,
        ])
    }
}
