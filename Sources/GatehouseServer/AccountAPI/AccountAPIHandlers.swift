/// The composition of the account API.
package struct AccountAPIHandlers: Sendable {
    package let authenticator: AccountAPIAuthenticator
    package let profile: AccountProfileAPI
    package let addresses: AccountAddressAPI
    package let credentials: AccountCredentialAPI
    package let sessions: AccountSessionAPI

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        records: RecordLookup,
        resources: ResourceDirectory,
        requests: RequestLimiter,
        accessTokens: AccessTokenAuthenticator,
        accounts: AccountOperations
    ) {
        let issuer = settings.issuer
        let projection = accounts.projection
        authenticator = AccountAPIAuthenticator(tokens: accessTokens, requests: requests)
        profile = AccountProfileAPI(
            issuer: issuer,
            accounts: accounts,
            projection: projection,
            environment: environment
        )
        addresses = AccountAddressAPI(issuer: issuer, changer: accounts.addresses, projection: projection)
        credentials = AccountCredentialAPI(issuer: issuer, editor: accounts.credentials, projection: projection)
        sessions = AccountSessionAPI(
            issuer: issuer,
            accounts: accounts,
            records: records,
            resources: resources,
            settings: settings,
            projection: projection
        )
    }
}
