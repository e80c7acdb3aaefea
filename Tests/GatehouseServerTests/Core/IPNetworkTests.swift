import GatehouseServer
import Testing

@Suite struct IPNetworkTests {
    @Test(arguments: [
        ("10.0.0.2", "10.0.0.2", true), ("10.0.0.2", "10.0.0.3", false), ("10.0.0.2/31", "10.0.0.3", true),
        ("10.0.0.2/31", "10.0.0.4", false), ("10.9.9.9/8", "10.0.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
        ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "::1", true), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
    ])
    func matchesAddressesOfNetwork(network: String, address: String, isInside: Bool) throws {
        let network = try #require(IPNetwork(network))
        #expect(network.contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "localhost", "10.0.0", "10.0.0.0 ",
        "[::1]", "10.0.0.1:80", "fe80::1%eth0",
    ])
    func rejectsMalformedNetwork(text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
