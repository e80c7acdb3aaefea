import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import HTTPTypes
import Testing

/// The effect of each fault on a request and on an app.
struct NetworkFaultTests {
    /// The response to a request for the discovery document.
    struct Outcome: Equatable {
        var arrived = 0
        var status: Int?
        var type: String?
        var retryAfter: String?
        var isJSON = false
        var error: TransportError.Code?
        var seconds: TimeInterval = 0
    }

    private static let html = "text/html; charset=utf-8"

    @Test(arguments: [
        (NetworkFault.noConnection, Outcome(error: .unreachable)),
        (.dropsRequest, Outcome(error: .unreachable)),
        (.dropsResponse, Outcome(arrived: 1, error: .unreachable)),
        (.untrustedCertificate, Outcome(error: .untrustedCertificate)),
        (
            .slow(by: .seconds(20)),
            Outcome(arrived: 1, status: 200, type: "application/json", isJSON: true, seconds: 20)
        ),
        (.slow(by: .milliseconds(60_000)), Outcome(arrived: 1, error: .timedOut, seconds: 30)),
        (.answers(status: 503), Outcome(status: 503)),
        (.serverError, Outcome(status: 500, type: html)),
        (.tooManyRequests(), Outcome(status: 429)),
        (.tooManyRequests(retryAfter: .seconds(30)), Outcome(status: 429, retryAfter: "30")),
        (.html, Outcome(status: 200, type: html)),
        (.truncatedJSON, Outcome(arrived: 1, status: 200, type: "application/json")),
    ])
    func producesNamedOutcome(fault: NetworkFault, expected: Outcome) async throws {
        let arrivals = Mutex(0)
        let server = TestServer { _, _ in arrivals.withLock { $0 += 1 } }
        let start = server.clock.now
        let network = InProcessTransport(to: server)
        network.failNext(with: fault)
        var outcome = Outcome()
        do throws(TransportError) {
            let (response, body) = try await network.send(.discovery(of: server), body: nil)
            outcome.status = response.status.code
            outcome.type = response.headerFields[.contentType]
            outcome.retryAfter = response.headerFields[.retryAfter]
            outcome.isJSON = (try? JSONDecoder().decode(JSONValue.self, from: body)) != nil
        } catch {
            outcome.error = error.code
        }
        outcome.arrived = arrivals.withLock(\.self)
        outcome.seconds = server.clock.now.timeIntervalSince(start)
        #expect(outcome == expected)
    }

    @Test(arguments: [
        (NetworkFault.noConnection, AuthError.Code.network), (.dropsRequest, .network), (.dropsResponse, .network),
        (.untrustedCertificate, .untrustedServer),
        (.slow(by: .seconds(60)), .network), (.answers(status: 503), .serverUnavailable),
        (.serverError, .serverUnavailable), (.tooManyRequests(retryAfter: .seconds(30)), .rateLimited),
        (.html, .serverUnavailable), (.truncatedJSON, .serverUnavailable),
    ])
    func failsSignInOnceAndSucceedsOnRetry(fault: NetworkFault, code: AuthError.Code) async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let device = server.device(of: ScriptedUser(email: "ada@example.com"))
        let app = GatehouseClient(configuration: device.configuration())
        device.network.failNext(.token, with: fault)
        let error = await #expect(throws: AuthError.self) { try await app.signIn() }
        #expect(error?.code == code)
        #expect(try await app.session() == nil)
        server.clock.advance(by: 60)
        #expect(try await app.signIn().account.id == server.users.id(of: "ada@example.com"))
    }

    @Test func supportsCustomFaults() async throws {
        let arrivals = Mutex(0)
        let server = TestServer { _, _ in arrivals.withLock { $0 += 1 } }
        let network = InProcessTransport(to: server)
        let twice = NetworkFault("the request arrives twice") { exchange in
            _ = await exchange.answer()
            return await exchange.answer()
        }
        network.failNext(with: twice)
        #expect(try await network.send(.discovery(of: server), body: nil).0.status == .ok)
        #expect(arrivals.withLock(\.self) == 2)
        #expect("\(twice)" == "the request arrives twice")
    }
}
