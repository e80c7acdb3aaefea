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
        let projection = accounts.projection
        authenticator = AccountAPIAuthenticator(tokens: accessTokens, requests: requests)
        profile = AccountProfileAPI(
            accounts: accounts,
            projection: projection,
            environment: environment
        )
        addresses = AccountAddressAPI(changer: accounts.addresses, projection: projection)
        credentials = AccountCredentialAPI(editor: accounts.credentials, projection: projection)
        sessions = AccountSessionAPI(
            accounts: accounts,
            records: records,
            resources: resources,
            settings: settings,
            projection: projection
        )
    }
}
