import GatehousePasswords
import GatehouseStore

/// The composition of the account operations.
package struct AccountOperations: Sendable {
    package let finder: AccountFinder
    package let registrar: AccountRegistrar
    package let updater: AccountUpdater
    package let status: AccountStatusEditor
    package let passwords: AccountPasswordEditor
    package let addresses: AddressChanger
    package let recovery: PasswordRecovery

    init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any Store,
        masterKey: MasterKey,
        failures: FailureLog,
        audit: AuditLog,
        outbox: MessageOutbox,
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
        let codes = AccountCodeIssuer(
            settings: CodeSettings(settings),
            finder: finder,
            flows: store,
            environment: environment,
            masterKey: masterKey,
            outbox: outbox,
            attemptLimiter: attemptLimiter,
            audit: audit,
            failures: failures
        )
        let freshSignIn = settings.lifetimes.freshSignIn
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
            outbox: outbox,
            environment: environment,
            freshSignIn: freshSignIn
        )
        status = AccountStatusEditor(committer: committer, environment: environment, freshSignIn: freshSignIn)
        passwords = AccountPasswordEditor(
            committer: committer,
            passwords: hasher,
            verifier: verifier,
            changer: flows.passwords
        )
        addresses = AddressChanger(
            updater: updater,
            committer: committer,
            codes: codes,
            proofs: flows.proofs,
            failures: failures,
            sendsSMS: settings.sendsSMS
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
