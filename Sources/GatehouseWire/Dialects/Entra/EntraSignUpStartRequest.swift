/// An app begins a sign-up.
package struct EntraSignUpStartRequest: WireRequest, Hashable {
    package var clientID: String
    /// The e-mail address.
    package var username: String
    package var challengeTypes: [EntraChallengeType]
    package var password: Secret?
    /// In Entra's names or others.
    package var attributes: [String: JSONValue]?
    package var capabilities: [EntraCapability]

    package init(
        clientID: String,
        username: String,
        challengeTypes: [EntraChallengeType],
        password: Secret? = nil,
        attributes: [String: JSONValue]? = nil,
        capabilities: [EntraCapability] = []
    ) {
        self.clientID = clientID
        self.username = username
        self.challengeTypes = challengeTypes
        self.password = password
        self.attributes = attributes
        self.capabilities = capabilities
    }

    package init(parameters: Parameters) throws(OAuthError) {
        let start = try EntraStartRequest(parameters: parameters)
        clientID = start.clientID
        username = start.username
        challengeTypes = start.challengeTypes
        capabilities = start.capabilities
        password = try parameters.entraOptional(.password).map(Secret.init)
        attributes = try parameters.entraAttributes()
    }

    package var parameters: Parameters {
        var parameters = EntraStartRequest(
            clientID: clientID,
            username: username,
            challengeTypes: challengeTypes,
            capabilities: capabilities
        ).parameters
        parameters.append(.password, password?.reveal())
        parameters.appendEntra(attributes: attributes)
        return parameters
    }
}
