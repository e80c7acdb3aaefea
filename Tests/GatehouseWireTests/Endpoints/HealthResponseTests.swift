import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct HealthResponseTests {
    @Test func reportsHealth() {
        let response = HealthResponse()
        #expect(response.status == .ok)
        #expect(String(decoding: response.body(), as: UTF8.self) == #"{"status":"ok"}"#)
    }
}
