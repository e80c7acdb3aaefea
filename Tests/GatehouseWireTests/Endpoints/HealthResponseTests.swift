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

    @Test func reportsReplication() throws {
        let replication = ReplicationHealth(waitsForStandby: true, standbys: 2, asynchronousLag: nil)
        let response = HealthResponse(replication: replication)
        let json = try JSONDecoder().decode(JSONValue.self, from: response.body())
        #expect(json == ["status": "ok", "replication": ["waits_for_standby": true, "standbys": 2]])
    }

    @Test func reportsWarningOfReplication() throws {
        let replication = ReplicationHealth(
            waitsForStandby: false,
            standbys: nil,
            asynchronousLag: nil,
            warning: "The disk is full."
        )
        let json = try JSONDecoder().decode(JSONValue.self, from: HealthResponse(replication: replication).body())
        let expected: JSONValue = ["waits_for_standby": false, "warning": "The disk is full."]
        #expect(json == ["status": "ok", "replication": expected])
    }
}
