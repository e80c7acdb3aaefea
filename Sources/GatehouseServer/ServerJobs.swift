import GatehouseStore

/// The background tasks of a server.
package struct ServerJobs: Sendable {
    let server: IdentityServer

    /// Returns the task that delivers emails and SMS.
    package func deliveryWorker(
        transport: any EmailTransport,
        sms: (any SMSTransport)? = nil,
        batchSize: Int = 8,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> DeliveryWorker {
        DeliveryWorker(
            .message,
            from: server.store,
            environment: server.environment,
            masterKey: server.masterKey,
            transports: .users(transport, sms),
            batchSize: batchSize,
            wait: wait
        )
    }

    /// Returns the tasks that deliver logout requests.
    ///
    /// The requests to clients that no operator vouches for, which may have named any number of hosts that do not
    /// respond, are few at a time and delay only each other.
    package func logoutWorkers(
        forms: any RemoteFormSender,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> [DeliveryWorker] {
        let batchSizes: [(QueuedMessage.Kind, Int)] = [(.logout, 6), (.unverifiedLogout, 2)]
        return batchSizes.map { kind, batchSize in
            DeliveryWorker(
                kind,
                from: server.store,
                environment: server.environment,
                masterKey: server.masterKey,
                transports: .clients(
                    BackChannelLogoutSender(
                        issuer: server.settings.issuer,
                        records: server.records,
                        keys: server.keys,
                        subjects: SubjectIdentifiers(masterKey: server.masterKey),
                        environment: server.environment,
                        forms: forms
                    )
                ),
                batchSize: batchSize,
                wait: wait
            )
        }
    }

    /// Returns the task that enqueues the logout requests of ended sessions.
    package func logoutNotifier(wait: @escaping @Sendable (Duration) async throws -> Void) -> LogoutNotifier {
        LogoutNotifier(store: server.store, records: server.records, outbox: server.outbox, wait: wait)
    }

    /// Returns the task that enqueues audit events for their receivers.
    package func eventForwarder(wait: @escaping @Sendable (Duration) async throws -> Void) -> EventForwarder {
        EventForwarder(
            receivers: server.settings.eventReceivers,
            store: server.store,
            outbox: server.outbox,
            wait: wait
        )
    }

    /// Returns the task that delivers audit events.
    package func eventWorker(
        poster: any EventPoster,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> DeliveryWorker {
        DeliveryWorker(
            .event,
            from: server.store,
            environment: server.environment,
            masterKey: server.masterKey,
            transports: .receivers(
                EventSender(
                    settings: server.settings,
                    records: server.records,
                    keys: server.keys,
                    subjects: SubjectIdentifiers(masterKey: server.masterKey),
                    environment: server.environment,
                    poster: poster
                )
            ),
            batchSize: 32,
            wait: wait
        )
    }

    /// Returns the task that deletes expired records.
    package func cleanup(
        metrics: SweepMetrics = .unexposed,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> ExpiredRecordCleanup {
        ExpiredRecordCleanup(
            settings: server.settings,
            store: server.store,
            environment: server.environment,
            limiter: server.requests.limiter,
            accounts: server.accounts,
            metrics: metrics,
            wait: wait
        )
    }

    /// Returns the task that reads metrics from the store.
    package func statusSampler(
        metrics: StatusSampler.Metrics,
        wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> StatusSampler {
        StatusSampler(
            metrics: metrics,
            store: server.store,
            readiness: server.readiness,
            keyring: server.keyring,
            environment: server.environment,
            wait: wait
        )
    }

    /// Returns the task that searches the database for damage.
    package func integrityWatch(wait: @escaping @Sendable (Duration) async throws -> Void) -> IntegrityWatch {
        IntegrityWatch(store: server.store, logger: server.environment.logger, wait: wait)
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
