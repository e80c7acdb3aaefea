import Foundation
import GatehouseDelivery
import GatehouseServer
import GatehouseWire
import Testing

/// Requests to the receivers of events, which the operator names.
@Suite struct EventPostTests {
    private let event = Data(#"{"type":"account.created"}"#.utf8)

    @Test func postsBodyAndFieldsToInternalHost() async throws {
        let server = try await RemoteServer()
        let url = try #require(RemoteURL(server.url("/hooks/202")))
        let fields = [("Content-Type", "application/json"), ("webhook-id", "e")].map { (name: $0.0, value: $0.1) }
        let response = try await server.transport(.operatorNamed).post(event, fields: fields, to: url)
        #expect(response == PostResponse(status: 202, body: Data("text".utf8)))
        let request = try await server.next()
        #expect(request.method == "POST" && Data(request.body.utf8) == event)
        #expect(request.fields["webhook-id"] == "e" && request.fields["content-type"] == "application/json")
        #expect(request.fields["expect"] == nil)
    }

    @Test(arguments: [301, 307, 400, 410, 500])
    func returnsOtherStatusAndFollowsNoRedirect(status: Int) async throws {
        let server = try await RemoteServer()
        let url = try #require(RemoteURL(server.url("/hooks/\(status)")))
        #expect(try await server.transport(.operatorNamed).post(event, fields: [], to: url).status == status)
    }

    @Test func ignoresRestOfEndlessBody() async throws {
        let server = try await RemoteServer()
        let url = try #require(RemoteURL(server.url("/endless")))
        #expect(try await server.transport(.operatorNamed).post(event, fields: [], to: url).status == 200)
    }

    @Test func connectsWithoutEncryptionToLoopbackOnly() async throws {
        let server = try await RemoteServer(tls: false)
        let url = try #require(RemoteURL(server.url("/hooks/204")))
        #expect(try await server.transport(.operatorNamed).post(event, fields: [], to: url).status == 204)
        let other = try #require(IPAddress("10.0.0.1"))
        #expect(!RemoteAddressPolicy.operatorNamed.admits(other, isEncrypted: false))
        #expect(RemoteAddressPolicy.operatorNamed.admits(other))
    }
}
