package import Foundation
package import GatehousePasswords
package import GatehouseStore

/// What every handler works with.
///
/// One for all of them, so a class: every handler holds it, and a copy of its many values in each took seven megabytes of machine code.
package final class ServerCore: Sendable {
    package let settings: ServerSettings
    package let environment: ServerEnvironment
    package let store: any Store
    package let masterKey: MasterKey
    package let hasher: PasswordHasher
    package let keyring: Keyring
    package let limiter: RateLimiter
    /// The clock behind ``environment``; `nil` where the environment brings its own.
    package let clock: StoreClock?
    package let faults = StoreFaults()
    let refusals: RefusalLog
    let verifiedTokens = VerifiedTokens()
    let knownClients: KnownClients

    package init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any Store,
        masterKey: MasterKey,
        hasher: PasswordHasher,
        clock: StoreClock? = nil
    ) {
        self.settings = settings
        self.clock = clock
        self.environment = environment
        self.store = store
        self.masterKey = masterKey
        self.hasher = hasher
        limiter = RateLimiter(limits: settings.limits, isShared: store.isShared)
        refusals = RefusalLog(logger: environment.logger)
        knownClients = KnownClients(lifetime: settings.lifetimes.knownClient)
        keyring = Keyring(settings: settings, environment: environment, store: store, masterKey: masterKey)
    }

    /// The present time, to the millisecond, as stores keep it.
    package var now: Date {
        environment.now().flooredToMilliseconds
    }

    /// A new identifier for a record.
    package func newID<Record>() -> TypedID<Record> {
        TypedID(OpaqueToken.identifier(random: environment.random))
    }

    /// An audit event about this request.
    package func audit(
        _ kind: AuditKind,
        _ context: RequestContext,
        account: Account.ID? = nil,
        client: Client.ID? = nil,
        session: Session.ID? = nil,
        detail: String? = nil
    ) -> Change {
        .audit(
            AuditEvent(
                id: newID(),
                at: now,
                kind: kind,
                accountID: account,
                clientID: client,
                sessionID: session,
                address: context.address,
                requestID: context.requestID,
                detail: detail
            )
        )
    }
}
