import GatehouseWire

/// The composition of the account operations.
package struct AccountOperations: Sendable {
    package let finder: AccountFinder
    package let registrar: AccountRegistrar
    package let updater: AccountUpdater
    package let status: AccountStatusEditor
    package let passwords: AccountPasswordEditor
    package let addresses: AddressChanger
    package let recovery: PasswordRecovery

    init(core: ServerCore, outbox: MessageOutbox, flows: Flows) {
        let hasher = NewPasswordHasher<AccountError>(core: core)
        finder = AccountFinder(core: core)
        let committer = AccountCommitter(finder: finder)
        let rules = AccountInputRules(finder: finder)
        let codes = AccountCodeIssuer(finder: finder, outbox: outbox)
        registrar = AccountRegistrar(committer: committer, rules: rules, passwords: hasher, codes: codes)
        updater = AccountUpdater(committer: committer, rules: rules, passwords: hasher, codes: codes, outbox: outbox)
        status = AccountStatusEditor(committer: committer)
        passwords = AccountPasswordEditor(
            committer: committer,
            passwords: hasher,
            verifier: PasswordVerifier(core: core),
            changer: flows.passwords
        )
        addresses = AddressChanger(updater: updater, committer: committer, codes: codes, proofs: flows.proofs)
        recovery = PasswordRecovery(
            committer: committer,
            codes: codes,
            proofs: flows.proofs,
            codeFactor: flows.codes
        )
    }
}

extension KiiAdapter {
    /// Composes the operations of Kii apps.
    init(accounts: AccountOperations, token: TokenHandler, policy: AuthenticationPolicy) {
        let core = token.core
        let clients = KiiAuthenticator(core: core, formats: token.formats)
        let users = KiiUserResolver(core: core, finder: accounts.finder)
        let signedInRegistration = SignedInRegistration(
            core: core,
            registrar: accounts.registrar,
            sessions: SessionIssuer(core: core),
            policy: policy
        )
        self.init(
            clients: clients,
            token: KiiTokenHandler(token: token, clients: clients, policy: policy),
            registration: KiiRegistrationHandler(
                registrar: accounts.registrar,
                signedInRegistration: signedInRegistration,
                issuer: core.settings.issuer
            ),
            user: KiiUserHandler(users: users, updater: accounts.updater, status: accounts.status),
            password: KiiPasswordHandler(users: users, passwords: accounts.passwords, recovery: accounts.recovery),
            address: KiiAddressHandler(users: users, addresses: accounts.addresses),
            status: KiiStatusHandler(users: users, status: accounts.status)
        )
    }
}
