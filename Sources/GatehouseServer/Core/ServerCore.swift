package import Foundation
package import GatehousePasswords
package import GatehouseStore

/// The dependencies that all handlers share.
///
/// A class, because copying a struct of this size into each handler cost seven megabytes of machine code.
package final class ServerCore: Sendable {
    package let settings: ServerSettings
    package let environment: ServerEnvironment
    package let store: any Store
    package let masterKey: MasterKey
    package let hasher: PasswordHasher
    package let keyring: Keyring
    package let limiter: RateLimiter
    /// The clock behind ``environment``; `nil` if the environment has its own.
    package let clock: StoreClock?
    package let faults = StoreFaults()
    let limitLog: LimitLog
    let verifiedTokens = VerifiedTokenCache()
    let clientCache: ClientCache

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
        limitLog = LimitLog(logger: environment.logger)
        clientCache = ClientCache(lifetime: settings.lifetimes.cachedClient)
        keyring = Keyring(settings: settings, environment: environment, store: store, masterKey: masterKey)
    }

    /// The current time in milliseconds, the precision of the stores.
    package var now: Date {
        environment.now().flooredToMilliseconds
    }

    /// Returns a new record identifier.
    package func newID<Record>() -> TypedID<Record> {
        TypedID(OpaqueToken.identifier(random: environment.random))
    }

    /// Returns a change that records an audit event of the request.
    package func audit(
        _ kind: AuditKind,
        _ context: RequestMetadata,
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
