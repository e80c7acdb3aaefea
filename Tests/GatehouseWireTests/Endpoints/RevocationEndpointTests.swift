import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct RevocationEndpointTests {
    @Test func writesNoBodyOrContentType() throws {
        let response = RevocationEndpoint.Response()
        #expect(response.status == .ok)
        #expect(response.body().isEmpty)
        #expect(response.fields[.contentType] == nil)
    }

    @Test(arguments: ["", "{}", "OK"]) func acceptsAnyBody(_ body: String) throws {
        #expect(try RevocationEndpoint.Response(body: Data(body.utf8), fields: [:]) == EmptyResponse())
    }
}
