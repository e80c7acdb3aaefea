/// An app begins a sign-in, or the reset of a password.
package struct EntraStartRequest: WireRequest, Hashable {
    package var clientID: String
    /// The e-mail address.
    package var username: String
    package var challengeTypes: [EntraChallengeType]
    package var capabilities: [EntraCapability]

    package init(
        clientID: String,
        username: String,
        challengeTypes: [EntraChallengeType],
        capabilities: [EntraCapability] = []
    ) {
        self.clientID = clientID
        self.username = username
        self.challengeTypes = challengeTypes
        self.capabilities = capabilities
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.entraLine(.clientID)
        username = try parameters.entraLine(.username)
        challengeTypes = try parameters.entraChallengeTypes()
        capabilities = try parameters.entraCapabilities()
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .username: username,
            .challengeType: challengeTypes.spaceSeparated,
            .capabilities: capabilities.spaceSeparated,
        ])
    }
}
