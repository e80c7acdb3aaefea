import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativeRequestTests {
    private let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    @Test func aFlowKeepsItsNameFromTheFirstRequestToTheLast() async throws {
        let app = CannedApp()
        let code = try await app.gatehouse.resetPassword(
            email: "a@example.com",
            request: NativeRequest(correlationID: id)
        )
        #expect(code.correlationID == id)
        try await code.submit("12345678").submit("correct horse").signIn()
        #expect(app.api.requests.map(\.correlationID) == Array(repeating: id, count: 6))
        #expect(app.api.requests.first?.headerFields["client-request-id"] == id.uuidString)
        #expect(app.api.requests.first?.headerFields["return-client-request-id"] == "true")
    }

    @Test func aNameIsMadeUpForEachFlowThatHasNone() async throws {
        let app = CannedApp()
        let names = [try await app.signUpCode().correlationID, try await app.signInCode().correlationID]
        #expect(Set(names).count == 2)
        #expect(app.api.requests.map(\.correlationID) == [names[0], names[0], names[1], names[1]])
        // RFC 9562: version 4, variant 10.
        #expect(names.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    }

    @Test func theNameThatTheServerHasForItCounts() async throws {
        let id = id
        let app = CannedApp { $0.transport = RenamingTransport(to: id, in: $0.transport) }
        let step = try await app.signUpCode()
        #expect(step.correlationID == id)
        app.api.queue(.invalidCode, at: .signUpContinue)
        #expect(try await failure { try await step.submit("00000000") }.correlationID == id)
        #expect(app.calls(.signUpChallenge).map(\.correlationID) == [id])
    }

    @Test func parallelFlowsTakeNobodyElsesAnswers() async throws {
        let app = CannedApp()
        let ids = (0..<20).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
        for (number, id) in ids.enumerated() where number % 2 == 0 {
            app.api.queue(.userAlreadyExists, at: .signUpStart, for: id)
        }
        let outcomes = await withTaskGroup(of: (UUID, Bool).self) { group in
            for id in ids {
                group.addTask {
                    let request = NativeRequest(correlationID: id)
                    let step = try? await app.gatehouse.signUp(
                        email: "a@example.com",
                        password: nil,
                        attributes: [:],
                        request: request
                    )
                    return (id, step != nil)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(ids.map { outcomes[$0] } == ids.indices.map { $0 % 2 == 1 })
    }

    @Test func whatTheAppCanDoIsListed() async throws {
        let app = CannedApp {
            $0.entra?.challenges = .code
            $0.entra?.capabilities = [.secondFactor, .registration]
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

    @Test func theDataCentreAndTheAppsOwnFieldsGoWithEachRequest() async throws {
        let app = CannedApp {
            $0.entra?.datacenter = "ESTS-PUB-X"
            $0.entra?.headerFields = { url in ["x-app": url.lastPathComponent, "not a name": "x"] }
        }
        _ = try await app.signUpCode()
        #expect(app.api.requests.map(\.query) == ["dc=ESTS-PUB-X", "dc=ESTS-PUB-X"])
        #expect(app.api.requests.map { $0.headerFields["x-app"] } == ["start", "challenge"])
    }

    @Test(arguments: ["http://login.example.com/default", "ftp://login.example.com/default"])
    func nothingGoesToAPlaceWhereOthersCanRead(authority: String) async throws {
        let app = CannedApp { configuration in
            configuration.entra = URL(string: authority).map { EntraServer(authority: $0) }
        }
        #expect(try await failure { try await app.signUpCode() }.code == .misconfigured)
        #expect(app.api.requests.isEmpty)
    }
}
