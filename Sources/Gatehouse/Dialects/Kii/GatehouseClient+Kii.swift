extension GatehouseClient.Configuration {
    /// A configuration for a server that speaks as Kii, with the defaults of this platform.
    ///
    /// A token that has less than five minutes left is refreshed, where there is a refresh token.
    ///
    /// - Parameter kii: Where the server is, and who the app is.
    package init(kii: KiiServer) {
        self.init(issuer: kii.baseURL, clientID: kii.appID)
        self.kii = kii
        leeway = .seconds(300)
        lendsExpiringTokens = false
    }
}

extension GatehouseClient {
    /// The users of an app of Kii's kind.
    ///
    /// - Throws: `misconfigured` when the client speaks something else.
    package var kii: KiiUsers {
        get throws(AuthError) {
            guard let service = dialect as? KiiService else {
                throw .misconfigured("This client does not speak as Kii.")
            }
            return KiiUsers(client: self, service: service)
        }
    }
}
