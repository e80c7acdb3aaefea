import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct PendingSignInSizeTests {
    /// The largest record that SECURITY.md names: numbers and quotation marks take more room stored than sent.
    @Test func storesNoPendingSignInAbove25Kilobytes() async throws {
        let web = try await ServerFixture()
        let numbers = Array(repeating: "1e18", count: 800).joined(separator: ",")
        let claims = #"{"userinfo":{"email":{"values":["# + numbers + "]}}}"
        let padding = String(repeating: " ", count: 4096 - claims.utf8.count)
        let marks = { String(repeating: "\"", count: $0) }
        let answer = await web.post(
            "/oauth2/authorize",
            ServerFixture.authorization([
                .claims: claims + padding, .state: marks(2048), .nonce: marks(512), .loginHint: marks(512),
            ]),
            fields: // A form without any cookie is sent on to the same request by GET.
            [.cookie: "a=b"]
        )
        let location = try #require(answer.fields[.location].flatMap { URL(string: $0) }, "\(answer.text)")
        let query = try Parameters(formEncoded: try #require(location.query(percentEncoded: true)))
        let id = FlowRecord.ID(try #require(query[ParameterName(rawValue: "flow")]))
        let record = try #require(try await web.server.store.flow(id))
        #expect(record.state.count > 20_000)
        #expect(record.state.count < 25_000)
    }
}
