import Dispatch
import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseThreads
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct KeyLookupTests {
    /// Claims that record the name of the thread that encodes them.
    private final class ThreadName: Encodable, Sendable {
        private let recorded = Mutex<String?>(nil)

        var text: String? { recorded.withLock { $0 } }

        func encode(to encoder: any Encoder) throws {
            recorded.withLock { $0 = Thread.current.name }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("person", forKey: .sub)
        }

        private enum CodingKeys: String, CodingKey {
            case sub
        }
    }

    private let server: ServerHarness

    init() throws {
        server = try ServerHarness()
    }

    private func keys(_ threads: ThreadPool) -> KeyLookup {
        KeyLookup(keyring: server.identity.keyring, failures: server.identity.records.failures, threads: threads)
    }

    @Test(arguments: [
        (SigningAlgorithm.rs256, true), (.ps256, true), (.es256, false), (.edDSA, false),
    ])
    func signsWithRSAOnThreadsOfItsOwn(algorithm: SigningAlgorithm, isOwn: Bool) async throws {
        let claims = ThreadName()
        let token = try await keys(ThreadPool(name: "rsa", threads: 1)).sign(claims, as: .jwt, with: algorithm)
        #expect((claims.text == "rsa") == isOwn)
        let verified = try await server.identity.keyring.verifier().verify(
            token,
            as: [String: String].self,
            kind: .jwt,
            algorithms: [algorithm]
        )
        #expect(verified.claims == ["sub": "person"])
    }

    @Test func rejectsRSASignaturesBeyondQueue() async throws {
        let threads = ThreadPool(name: "rsa", threads: 1, queueLimit: 0)
        let keys = keys(threads)
        _ = try await keys.sign(ThreadName(), as: .jwt, with: .rs256)
        let gate = DispatchSemaphore(value: 0)
        threads.submit { gate.wait() }
        await #expect(throws: OAuthError.busy) { try await keys.sign(ThreadName(), as: .jwt, with: .rs256) }
        _ = try await keys.sign(ThreadName(), as: .jwt, with: .es256)
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
