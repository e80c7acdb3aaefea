import Testing

@testable import GatehouseHTTP

@Suite struct CallerAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::1", "0:0:0:0::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func oneLineIsOneCaller(address: String, counted: String) {
        #expect(CallerAddress(address).text == counted)
    }
}
