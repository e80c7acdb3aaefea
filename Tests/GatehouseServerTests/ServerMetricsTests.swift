import Foundation
import GatehouseMetrics
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ServerMetricsTests {
    private let registry = MetricsRegistry()

    /// Returns the samples above zero of a metric, without its name.
    private func samples(of metric: MetricDefinition) -> Set<String> {
        Set(
            registry.text().split(separator: "\n").filter { $0.hasPrefix(metric.name) && !$0.hasSuffix(" 0") }
                .map { String($0.dropFirst(metric.name.count)) }
        )
    }

    /// Returns a server on the records of another one, whose metrics are exposed.
    private func observed(_ server: ServerHarness) -> IdentityServer {
        IdentityServer(
            settings: server.identity.settings,
            environment: server.identity.environment,
            store: server.store,
            masterKey: server.identity.masterKey,
            hasher: server.identity.hasher,
            metrics: ServerMetrics(registry)
        )
    }

    @Test func countsTokensByGrant() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic, grants: [.clientCredentials])
        let request = TokenRequest(
            grant: .clientCredentials(scope: nil),
            client: server.authentication(of: client).form
        )
        let identity = observed(server)
        let authorization = server.authentication(of: client).fields[.authorization]
        for _ in 0..<2 {
            _ = try await identity.token.token(
                request.parameters,
                authorization: authorization,
                context: server.context
            )
        }
        await #expect(throws: OAuthError.self) {
            try await identity.token.token(request.parameters, authorization: nil, context: server.context)
        }
        #expect(samples(of: .tokens) == ["{grant=\"\(GrantType.clientCredentials.rawValue)\"} 2"])
    }

    @Test func countsEachRejectedRequest() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(1, per: 60)
        let server = try ServerHarness(limits: limits)
        let identity = observed(server)
        try await identity.requests.countRequest(server.context) { false }
        for _ in 0..<3 {
            await #expect(throws: OAuthError.self) {
                try await identity.requests.countRequest(server.context) { false }
            }
        }
        #expect(samples(of: .limits) == ["{limit=\"requests-per-address\"} 3"])
    }

    @Test(
        arguments: [
            (AuditKind.signedIn, "password authenticator-app", "password", "succeeded", nil),
            (.signInIncomplete, "code", "code", "incomplete", nil),
            (.signInFailed, "password", "password", "failed", "password"),
            (.signInFailed, "authenticator-app", "authenticator-app", "failed", "authenticator-app"),
            (.signInFailed, "passkey: counter", "passkey", "failed", "passkey"),
            (.signInFailed, "insufficient: password", "password", "failed", nil),
            (.signInFailed, "disabled", "other", "failed", nil),
            (.signInFailed, "mia@example.com", "other", "failed", nil),
        ] as [(AuditKind, String, String, String, String?)]
    )
    func countsSignIn(kind: AuditKind, detail: String, method: String, outcome: String, factor: String?) {
        SignInMetrics(registry).count(
            AuditEvent(id: "1", at: Date(timeIntervalSince1970: 0), kind: kind, detail: detail)
        )
        #expect(samples(of: .signIns) == ["{method=\"\(method)\",outcome=\"\(outcome)\"} 1"])
        #expect(samples(of: .failedFactors) == Set([factor].compactMap(\.self).map { "{factor=\"\($0)\"} 1" }))
    }

    @Test func countsRejectedCodeAsFactor() {
        SignInMetrics(registry).count(AuditEvent(id: "1", at: Date(timeIntervalSince1970: 0), kind: .codeRejected))
        #expect(samples(of: .failedFactors) == ["{factor=\"code\"} 1"])
        #expect(samples(of: .signIns) == [])
    }

    @Test func samplesStore() async throws {
        let server = try ServerHarness()
        let account = try await server.addAccount()
        let client = try await server.addClient()
        _ = try await server.redeem(try await server.addCode(client, account), by: client)
        try await server.store.commit([
            .message(
                .enqueue(
                    QueuedMessage(
                        id: "1",
                        sealedMessage: Data(),
                        createdAt: server.now.addingTimeInterval(-90),
                        nextAttemptAt: server.now,
                        expiresAt: server.now.addingTimeInterval(600)
                    )
                )
            )
        ])
        let sampler = server.identity.jobs.statusSampler(metrics: .init(registry), wait: { _ in })
        await sampler.sample()
        let now = "1800000000"
        #expect(samples(of: .ready) == [" 1"])
        #expect(samples(of: .sessions) == [" 1"])
        #expect(samples(of: .keyCreation).contains("{algorithm=\"ES256\"} \(now)"))
        #expect(samples(of: .queueLength) == ["{queue=\"message\"} 1"])
        #expect(samples(of: .queueAge) == ["{queue=\"message\"} 90"])

        server.clock.advance(by: 60)
        server.store.isDown = true
        await sampler.sample()
        #expect(samples(of: .ready) == [])
        #expect(samples(of: .sessions) == [" 1"], "Keeps the last value.")
    }

    @Test func countsDeletedRecords() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        _ = try await server.addCode(client, try await server.addAccount())
        server.clock.advance(by: 3 * 86_400)
        let cleanup = server.identity.jobs.cleanup(
            metrics: SweepMetrics(registry, uptime: { .zero }),
            wait: { _ in throw CancellationError() }
        )
        await cleanup.run()
        #expect(samples(of: .sweptRows).contains("{kind=\"codes\"} 1"))
        #expect(samples(of: .sweepDuration).contains("_count 1"))
    }

    @Test(
        arguments: [
            "createPartitions(at:)", "dropPartitions(at:sessions:events:)", "deletedClients()", "sweep codes",
            "accounts(dueForDeletionAt:limit:)", "accounts(dueForFactorResetAt:limit:)",
            "forecast(before:grace:events:)",
        ]
    )
    func countsNoFailedSweepAsSuccess(failing: String) async throws {
        let server = try ServerHarness()
        let cleanup = server.identity.jobs.cleanup(metrics: SweepMetrics(registry, uptime: { .zero }), wait: { _ in })
        server.store.failing = failing
        _ = try? await cleanup.deleteExpired()
        #expect(samples(of: .lastSweep) == [])
        server.store.failing = nil
        _ = try await cleanup.deleteExpired()
        #expect(samples(of: .lastSweep) == [" 1800000000"])
        server.store.failing = failing
        server.clock.advance(by: 2 * 3600)
        _ = try? await cleanup.deleteExpired()
        #expect(samples(of: .lastSweep) == [" 1800000000"])
    }
}
