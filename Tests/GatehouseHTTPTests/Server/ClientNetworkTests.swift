import HTTPTypes
import Testing

@testable import GatehouseHTTP

@Suite struct TrustedProxiesTests {
    private static let peer = "10.0.0.2"

    private func caller(_ forwarded: [String], peer: String = peer, trusting proxies: [String]) throws -> String {
        var request = HTTPRequest(method: .get, scheme: "https", authority: "id.example.com", path: "/")
        for value in forwarded {
            request.headerFields.append(HTTPField(name: .xForwardedFor, value: value))
        }
        return try #require(TrustedProxies(proxies)).caller(of: request, peer: peer)
    }

    @Test func ignoresForwardedForFromUntrustedPeer() throws {
        #expect(try caller(["192.0.2.1"], trusting: []) == Self.peer)
        #expect(try caller(["192.0.2.1"], trusting: ["10.0.0.3"]) == Self.peer)
        #expect(try caller(["192.0.2.1"], peer: "203.0.113.9", trusting: ["10.0.0.0/8"]) == "203.0.113.9")
    }

    @Test(arguments: [
        (["192.0.2.1"], "192.0.2.1"),
        // Entries to the left of the rightmost untrusted address can be forged.
        (["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
        (["198.51.100.1, 192.0.2.1, 10.0.0.7"], "192.0.2.1"),
        (["198.51.100.1", "192.0.2.1", "10.0.0.7"], "192.0.2.1"),
        (["nonsense, 192.0.2.1"], "192.0.2.1"),
        (["\t192.0.2.1 ,10.0.0.7"], "192.0.2.1"),
        (["192.0.2.1:50000"], "192.0.2.1"),
        (["2001:db8::1"], "2001:db8::1"),
        (["[2001:db8::1]:50000"], "2001:db8::1"),
        (["192.0.2.1, ::ffff:10.0.0.7"], "192.0.2.1"),
    ])
    func usesRightmostUntrustedAddress(forwarded: [String], expected: String) throws {
        #expect(try caller(forwarded, trusting: ["10.0.0.0/8"]) == expected)
    }

    @Test(arguments: [
        [], [""], ["unknown"], ["192.0.2.1, unknown"], ["192.0.2.1, unknown, 10.0.0.7"], ["10.0.0.7, 10.0.0.8"],
        ["192.0.2.256"], ["_hidden"], ["[2001:db8::1"], [",,"],
    ])
    func usesPeerWithoutReadableUntrustedAddress(forwarded: [String]) throws {
        #expect(try caller(forwarded, trusting: ["10.0.0.0/8"]) == Self.peer)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "localhost", "10.0.0", "10.0.0.0 ",
        "[::1]", "10.0.0.1:80",
    ])
    func rejectsMalformedNetwork(text: String) {
        #expect(TrustedProxies(["10.0.0.1", text]) == nil)
    }
}

@Suite struct ClientNetworkTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::1", "0:0:0:0::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func reducesIPv6AddressToItsNetwork(address: String, counted: String) {
        #expect(ClientNetwork(address).text == counted)
    }
}
