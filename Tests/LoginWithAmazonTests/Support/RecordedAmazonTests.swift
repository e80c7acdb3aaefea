import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import LoginWithAmazon
import Testing

/// The replay must be as strict as Amazon: it must not accept invalid requests.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct RecordedAmazonTests {
    @Test func acceptsOnlyIssuedTokens() async throws {
        let world = try RecordedWorld()
        world.launch()
        let token = try #require(await Calls.authorize().token)
        let grant = try #require(try await world.device.stored(world.apiKey)?.sessions.first)
        let refreshToken = try #require(grant.refreshToken)
        #expect(try await profile(token, in: world) == 200)
        #expect(try await profile(token + "x", in: world) == 400)
        #expect(try await refresh(Secret(refreshToken.reveal() + "x"), in: world) == 400)
        world.device.clock.advance(by: 3601)
        #expect(try await profile(token, in: world) == 400)
        #expect(try await refresh(refreshToken, in: world) == 200)
        try await world.endSessions()
        #expect(try await refresh(refreshToken, in: world) == 400)
    }

    private func profile(_ token: String, in world: RecordedWorld) async throws -> Int {
        var request = HTTPRequest(
            method: .get,
            scheme: "https",
            authority: "api.amazon.com",
            path: AmazonProfileEndpoint.path
        )
        request.headerFields[.authorization] = "Bearer " + token
        return try await world.device.network.send(request, body: nil).0.status.code
    }

    private func refresh(_ token: Secret, in world: RecordedWorld) async throws -> Int {
        let request = AmazonTokenRequest(
            grant: .refreshToken(token, scope: nil),
            client: ClientCredentials(clientID: world.apiKey.clientID)
        )
        return try await world.device.network.send(
            .form(AmazonTokenEndpoint.path, at: world.apiKey.endpoints.token),
            body: Data(request.parameters.formEncoded.utf8)
        ).0.status.code
    }
}
