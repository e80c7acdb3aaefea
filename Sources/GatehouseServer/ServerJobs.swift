/// The background tasks of a server.
package struct ServerJobs: Sendable {
    let server: IdentityServer

    /// Returns the task that delivers messages.
    package func deliveryWorker(
        transport: any EmailTransport,
        sms: (any SMSTransport)? = nil,
        forms: (any RemoteFormSender)? = nil,
        batchSize: Int = 8,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> DeliveryWorker {
        DeliveryWorker(
            queue: server.store,
            environment: server.environment,
            masterKey: server.masterKey,
            transport: transport,
            sms: sms,
            logout: forms.map { forms in
                BackChannelLogoutSender(
                    issuer: server.settings.issuer,
                    records: server.records,
                    keys: server.keys,
                    subjects: SubjectIdentifiers(masterKey: server.masterKey),
                    environment: server.environment,
                    forms: forms
                )
            },
            batchSize: batchSize,
            wait: wait
        )
    }

    /// Returns the task that enqueues the logout requests of ended sessions.
    package func logoutNotifier(wait: @escaping @Sendable (Duration) async throws -> Void) -> LogoutNotifier {
        LogoutNotifier(store: server.store, outbox: server.outbox, wait: wait)
    }

    /// Returns the task that deletes expired records.
    package func cleanup(wait: @escaping @Sendable (Duration) async throws -> Void) -> ExpiredRecordCleanup {
        ExpiredRecordCleanup(
            settings: server.settings,
            store: server.store,
            environment: server.environment,
            limiter: server.requests.limiter,
            accounts: server.accounts,
            wait: wait
        )
    }

    /// Returns the task that synchronizes rate limits between servers.
    package func rateLimitSynchronizer(
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> RateLimitSynchronizer {
        RateLimitSynchronizer(
            store: server.store,
            limiter: server.requests.limiter,
            environment: server.environment,
            masterKey: server.masterKey,
            wait: wait
        )
    }

    /// Returns the task that synchronizes the clock with the database; `nil` if the environment has its own clock.
    package func clockWatch(wait: @escaping @Sendable (Duration) async throws -> Void) -> ClockWatch? {
        server.clock.map {
            ClockWatch(clock: $0, store: server.store, logger: server.environment.logger, wait: wait)
        }
    }
}
