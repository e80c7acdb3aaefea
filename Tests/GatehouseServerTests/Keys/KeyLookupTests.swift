import Dispatch
import GatehouseJOSE
import GatehouseThreads
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct KeyLookupTests {
    private static let claims = ["sub": "person"]

    private let server: ServerHarness

    init() throws {
        server = try ServerHarness()
    }

    private func keys(_ threads: ThreadPool) -> KeyLookup {
        KeyLookup(keyring: server.identity.keyring, failures: server.identity.records.failures, threads: threads)
    }

    @Test(arguments: [SigningAlgorithm.rs256, .ps256, .es256, .edDSA])
    func signsWithEachAlgorithm(algorithm: SigningAlgorithm) async throws {
        let token = try await keys(ThreadPool(name: "rsa", threads: 1)).sign(Self.claims, as: .jwt, with: algorithm)
        let verified = try await server.identity.keyring.verifier().verify(
            token,
            as: [String: String].self,
            kind: .jwt,
            algorithms: [algorithm]
        )
        #expect(verified.claims == Self.claims)
    }

    @Test(arguments: [SigningAlgorithm.rs256, .ps256])
    func rejectsRSASignaturesBeyondQueue(algorithm: SigningAlgorithm) async throws {
        let threads = ThreadPool(name: "rsa", threads: 1, queueLimit: 0)
        let keys = keys(threads)
        _ = try await keys.sign(Self.claims, as: .jwt, with: algorithm)
        let gate = DispatchSemaphore(value: 0)
        threads.submit { gate.wait() }
        await #expect(throws: OAuthError.busy) { try await keys.sign(Self.claims, as: .jwt, with: algorithm) }
        // The others need no thread.
        for other in [SigningAlgorithm.es256, .edDSA] { _ = try await keys.sign(Self.claims, as: .jwt, with: other) }
        gate.signal()
    }

    @Test func signsAPIKeysOnThreadsOfItsOwn() async throws {
        let threads = ThreadPool(name: "rsa", threads: 1, queueLimit: 0)
        let issuer = AmazonAPIKeyIssuer(
            issuer: ServerHarness.issuer,
            keys: keys(threads),
            environment: server.identity.environment
        )
        let key = try AmazonAPIKey(try await issuer.apiKey(clientID: "app", bundleID: "com.example.app"))
        #expect(key.bundleID == "com.example.app")
        let gate = DispatchSemaphore(value: 0)
        threads.submit { gate.wait() }
        await #expect(throws: OAuthError.busy) {
            try await issuer.apiKey(clientID: "app", bundleID: "com.example.app")
        }
        gate.signal()
    }

    @Test func signsSecurityEventTokensOnThreadsOfItsOwn() async throws {
        let receiver = EventReceiver(
            name: "partner",
            url: "https://partner.example.com",
            format: .sharedSignals(audience: "partner", authorization: nil)
        )
        let threads = ThreadPool(name: "rsa", threads: 1, queueLimit: 0)
        let spy = EventReceiverSpy()
        let sender = EventSender(
            settings: ServerSettings(
                issuer: ServerHarness.issuer,
                isDevelopment: false,
                mailFrom: "no-reply@example.com",
                eventReceivers: [receiver]
            ),
            records: server.identity.records,
            keys: keys(threads),
            subjects: SubjectIdentifiers(masterKey: server.identity.masterKey),
            environment: server.identity.environment,
            poster: spy
        )
        let message = EventMessage(stream: receiver.stream, id: "one", event: nil)
        try await sender.send(message)
        #expect(spy.requests.count == 1)
        let gate = DispatchSemaphore(value: 0)
        threads.submit { gate.wait() }
        await #expect(throws: DeliveryError.transient("the security event token cannot be signed")) {
            try await sender.send(message)
        }
        gate.signal()
    }
}
