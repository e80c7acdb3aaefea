/// Kii: what its apps ask about tokens and users.
package struct KiiDialect: Sendable {
    package let clients: KiiClients
    package let token: KiiTokenHandler
    package let registration: KiiRegistrationHandler
    package let user: KiiUserHandler
    package let password: KiiPasswordHandler
    package let address: KiiAddressHandler
    package let status: KiiStatusHandler

    init(accounts: AccountEditor, token: TokenHandler) {
        let core = token.core
        let users = KiiUsers(accounts: accounts)
        clients = KiiClients(core: core)
        self.token = KiiTokenHandler(token: token, clients: clients)
        registration = KiiRegistrationHandler(users: users, issuer: core.settings.issuer)
        user = KiiUserHandler(users: users)
        password = KiiPasswordHandler(users: users)
        address = KiiAddressHandler(users: users)
        status = KiiStatusHandler(users: users)
    }
}
