import GatehousePasswords
package import GatehouseStore

/// The composition of the account operations.
package struct AccountOperations: Sendable {
    /// The client that stands for the account pages and the operator's commands.
    package let client: Client
    package let finder: AccountFinder
    package let registrar: AccountRegistrar
    package let updater: AccountUpdater
    package let status: AccountStatusEditor
    package let passwords: AccountPasswordEditor
    package let addresses: AddressChanger
    package let profile: AccountProfileEditor
    package let overview: AccountOverview
    package let projection: AccountProjection
    package let exporter: AccountExporter
    package let sessions: AccountSessionEditor
    package let apps: AuthorizedAppEditor
    package let recovery: PasswordRecovery
    package let credentials: CredentialEditor
    package let factorResets: FactorResetEditor

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any Store,
        masterKey: MasterKey,
        records: RecordLookup,
        failures: FailureLog,
        audit: AuditLog,
        attemptLimiter: AttemptLimiter,
        finder: AccountFinder,
        hasher: NewPasswordHasher<AccountError>,
        verifier: PasswordVerifier,
        flows: Flows
    ) {
        let committer = AccountCommitter(
            store: store,
            finder: finder,
            attemptLimiter: attemptLimiter,
            audit: audit,
            failures: failures
        )
        let rules = AccountInputRules(finder: finder)
        let codes = flows.accountCodes
        let notifier = flows.notifier
        let freshSignIn = settings.lifetimes.freshSignIn
        self.client = .accountPages(of: settings.issuer)
        self.finder = finder
        registrar = AccountRegistrar(
            committer: committer,
            rules: rules,
            passwords: hasher,
            codes: codes,
            environment: environment
        )
        updater = AccountUpdater(
            committer: committer,
            rules: rules,
            passwords: hasher,
            codes: codes,
            notifier: notifier,
            environment: environment,
            freshSignIn: freshSignIn
        )
        status = AccountStatusEditor(
            accounts: store,
            committer: committer,
            environment: environment,
            notifier: notifier,
            freshSignIn: freshSignIn,
            deletionGrace: settings.lifetimes.accountDeletion
        )
        passwords = AccountPasswordEditor(
            committer: committer,
            passwords: hasher,
            verifier: verifier,
            changer: flows.passwords,
            environment: environment,
            freshSignIn: freshSignIn
        )
        addresses = AddressChanger(
            updater: updater,
            committer: committer,
            codes: codes,
            proofs: flows.proofs,
            factors: flows.factors,
            failures: failures,
            notifier: notifier,
            environment: environment,
            freshSignIn: freshSignIn,
            sendsSMS: settings.sendsSMS
        )
        profile = AccountProfileEditor(updater: updater, policy: settings.attributePolicy)
        overview = AccountOverview(store: store, records: records, failures: failures)
        projection = AccountProjection(policy: settings.attributePolicy, masterKey: masterKey)
        credentials = CredentialEditor(
            factors: flows.factors,
            changer: flows.credentials,
            committer: committer,
            environment: environment,
            box: flows.enrolmentBox,
            freshSignIn: freshSignIn
        )
        factorResets = FactorResetEditor(
            accounts: store,
            factors: flows.factors,
            credentials: flows.credentials,
            changer: flows.factorResets,
            committer: committer,
            environment: environment,
            freshSignIn: freshSignIn
        )
        exporter = AccountExporter(
            issuer: settings.issuer,
            store: store,
            overview: overview,
            credentials: credentials,
            projection: projection,
            committer: committer,
            notifier: notifier,
            environment: environment,
            freshSignIn: freshSignIn
        )
        sessions = AccountSessionEditor(
            store: store,
            committer: committer,
            notifier: notifier,
            environment: environment
        )
        apps = AuthorizedAppEditor(
            store: store,
            records: records,
            committer: committer,
            notifier: notifier,
            environment: environment
        )
        recovery = PasswordRecovery(
            committer: committer,
            codes: codes,
            proofs: flows.proofs,
            codeFactor: flows.codes,
            failures: failures,
            sendsSMS: settings.sendsSMS
        )
    }
}
