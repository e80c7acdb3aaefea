import Foundation
import GatehouseJOSE
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A server without sockets: an in-memory store, a manual clock and seeded random bytes.
struct ServerHarness: Sendable {
    static let issuer = "https://id.example.com"
    private static let hasher = PasswordHasher(cost: .minimal, threads: 1)

    let identity: IdentityServer
    let store: SpyStore
    let clock: TestClock
    let context = RequestMetadata(address: "192.0.2.1", requestID: "request-1")

    init(
        seed: UInt64 = 1,
        lifetimes: Lifetimes = Lifetimes(),
        limits: RateLimits = RateLimits(),
        store: SpyStore = SpyStore(),
        clock: TestClock = TestClock(),
        settings: ServerSettings? = nil,
        storeClock: StoreClock? = nil,
        publishedKeys: any PublishedKeySource = UnavailableKeys(),
        registration: RegistrationSettings = RegistrationSettings(),
        documents: any RemoteDocumentFetcher = UnavailableDocuments()
    ) throws {
        self.store = store
        self.clock = clock
        let bytes = SeededBytes(seed: seed)
        identity = IdentityServer(
            settings: settings
                ?? ServerSettings(
                    issuer: Self.issuer,
                    isDevelopment: false,
                    mailFrom: "no-reply@example.com",
                    lifetimes: lifetimes,
                    limits: limits,
                    registration: registration
                ),
            environment: ServerEnvironment(
                now: { clock.now },
                random: RandomSource { bytes.bytes($0) },
                logger: TestTrace.runLogger
            ),
            store: store,
            masterKey: try #require(MasterKey(bytes: Data(repeating: 7, count: 32))),
            hasher: Self.hasher,
            clock: storeClock,
            publishedKeys: publishedKeys,
            documents: documents
        )
    }

    var now: Date { clock.now }

    /// Returns the kinds of all audit events, oldest first.
    func auditKinds() async throws -> [AuditKind] {
        try await store.events(of: nil, before: nil, limit: 1_000).reversed().map(\.kind)
    }

    /// Verifies a token of this server and returns its claims.
    func read<Claims: Decodable & Sendable>(
        _ token: Secret,
        as claims: Claims.Type,
        kind: JWTType
    ) async throws -> VerifiedJWS<Claims> {
        try await identity.keyring.verifier().verify(token, as: claims, kind: kind)
    }
}

extension IdentityServer {
    /// An outbox over the server's records.
    var outbox: MessageOutbox {
        MessageOutbox(settings: settings, environment: environment, masterKey: masterKey, failures: records.failures)
    }
}
