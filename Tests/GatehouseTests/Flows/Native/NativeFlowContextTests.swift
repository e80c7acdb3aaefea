import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativeFlowContextTests {
    private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    @Test func sendsCorrelationIDWithEveryRequest() async throws {
        let app = NativeTestApp()
        let code = try await app.gatehouse.native.startReset("a@example.com", correlationID: id)
        #expect(code.correlationID == id)
        try await code.submit("12345678").submit("correct horse").signIn()
        #expect(app.api.requests.map(\.correlationID) == Array(repeating: id, count: 6))
        #expect(app.api.requests.first?.headerFields["client-request-id"] == id.uuidString)
        #expect(app.api.requests.first?.headerFields["return-client-request-id"] == "true")
    }

    @Test func generatesCorrelationIDPerFlow() async throws {
        let app = NativeTestApp()
        let names = [try await app.signUpCode().correlationID, try await app.signInCode().correlationID]
        #expect(Set(names).count == 2)
        #expect(app.api.requests.map(\.correlationID) == [names[0], names[0], names[1], names[1]])
        // RFC 9562: version 4, variant 10.
        #expect(names.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    }

    @Test func adoptsCorrelationIDOfServer() async throws {
        let id = id
        let app = NativeTestApp { $0.transport = CorrelationIDTransport(to: id, in: $0.transport) }
        let step = try await app.signUpCode()
        #expect(step.correlationID == id)
        app.api.queue(.invalidCode, at: .signUpContinue)
        #expect(try await failure { try await step.submit("00000000") }.correlationID == id)
        #expect(app.calls(.signUpChallenge).map(\.correlationID) == [id])
    }

    @Test func separatesResponsesOfParallelFlows() async throws {
        let app = NativeTestApp()
        let ids = (0..<20).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        for (number, id) in ids.enumerated() where number % 2 == 0 {
            app.api.queue(.userAlreadyExists, at: .signUpStart, for: id)
        }
        let outcomes = await withTaskGroup(of: (UUID, Bool).self) { group in
            for id in ids {
                group.addTask {
                    let step = try? await app.gatehouse.native.startSignUp(
                        "a@example.com",
                        password: nil,
                        attributes: [:],
                        correlationID: id
                    )
                    return (id, step != nil)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(ids.map { outcomes[$0] } == ids.indices.map { $0 % 2 == 1 })
    }

    @Test func sendsChallengeTypesAndCapabilities() async throws {
        let app = NativeTestApp {
            $0.entra?.challenges = .code
            $0.nativeCapabilities = [.secondFactor, .enrolment]
        }
        _ = try await app.signUpCode()
        _ = try await app.signInCode()
        _ = try await app.gatehouse.resetPassword(email: "a@example.com")
        for endpoint in [NativeEndpoint.signUpStart, .signInInitiate, .resetStart] {
            let parameters = try #require(app.calls(endpoint).first).parameters
            #expect(parameters["challenge_type"] == "oob redirect")
            #expect(parameters["capabilities"] == "mfa_required registration_required")
        }
        #expect(app.calls(.signUpChallenge).first?.parameters["capabilities"] == nil)
    }

    @Test func sendsDatacenterAndCustomHeadersWithEveryRequest() async throws {
        let app = NativeTestApp {
            $0.entra?.datacenter = "ESTS-PUB-X"
            $0.entra?.headerFields = { url in ["x-app": url.lastPathComponent, "not a name": "x"] }
        }
        _ = try await app.signUpCode()
        #expect(app.api.requests.map(\.query) == ["dc=ESTS-PUB-X", "dc=ESTS-PUB-X"])
        #expect(app.api.requests.map { $0.headerFields["x-app"] } == ["start", "challenge"])
    }

    @Test(arguments: ["http://login.example.com/default", "ftp://login.example.com/default"])
    func sendsNothingToAuthorityWithoutHTTPS(authority: String) async throws {
        let app = NativeTestApp { configuration in
            configuration.entra = URL(string: authority).map { EntraTenant(authority: $0) }
        }
        #expect(try await failure { try await app.signUpCode() }.code == .misconfigured)
        #expect(app.api.requests.isEmpty)
    }
}
