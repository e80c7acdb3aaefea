import GatehouseServer
import Testing

@testable import GatehouseDelivery

@Suite struct RemoteTransferTests {
    private func transfer(_ url: String) throws -> RemoteTransfer {
        RemoteTransfer(.get(limit: 10), try #require(RemoteURL(url)))
    }

    /// A name with a public and a private address is not a public host.
    @Test func triesNoOtherAddressAfterForbiddenOne() throws {
        let transfer = try transfer("https://app.example.com/")
        let publicAddress = try #require(IPAddress("8.8.8.8"))
        let privateAddress = try #require(IPAddress("10.0.0.1"))
        #expect(transfer.admits(publicAddress, policy: .publicOnly))
        #expect(!transfer.admits(privateAddress, policy: .publicOnly))
        #expect(!transfer.admits(publicAddress, policy: .publicOnly))
    }

    @Test func refusesAddressOfUnknownFamily() throws {
        #expect(try !transfer("https://app.example.com/").admits(nil, policy: .loopback))
    }
}
