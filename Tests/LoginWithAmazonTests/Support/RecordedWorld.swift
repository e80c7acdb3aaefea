import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Login with Amazon as documented or observed.
struct RecordedWorld: World {
    let apiKey: AmazonAPIKey
    let device: Device
    let user = Profile(name: "Ada Example", email: "ada@example.com", postalCode: "98101")
    private let amazon: RecordedAmazon

    init() throws {
        apiKey = AmazonAPIKey(
            endpoints: AmazonAPIKey.Endpoints(
                authorization: try #require(URL(string: "https://www.amazon.com/ap/oa")),
                token: try #require(URL(string: "https://api.amazon.com/auth/o2/token")),
                revocation: nil
            ),
            clientID: "amzn1.application-oa2-client.8fa2b1e30c4d4f5a9b6c7d8e9f0a1b2c",
            bundleID: "com.example.app",
            issuer: "Amazon",
            id: "7c0a9c5e-2a7f-4a57-9a36-0f3b1e6f8d21",
            issuedAt: 1_500_000_000_000
        )
        let clock = TestClock()
        amazon = RecordedAmazon(clock: clock)
        device = Device(network: Network(to: amazon), clock: clock)
    }

    func visit(_ page: URL, _ decision: UserDecision) async throws -> URL? {
        try amazon.open(page, decision)
    }

    func endSessions() async throws {
        amazon.endSessions()
    }

    func expireNextCode() {
        amazon.expireNextCode()
    }

    func type(_ userCode: String, _ decision: UserDecision) async throws {
        amazon.type(decision)
    }
}
