import GatehouseServer
import Testing

@Suite struct RemoteAddressPolicyTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    /// The first and last address of each row of the IANA registries (RFC 6890 §2.2), and of the multicast networks.
    @Test(arguments: [
        ("0.0.0.0", "0.255.255.255"), ("10.0.0.0", "10.255.255.255"), ("100.64.0.0", "100.127.255.255"),
        ("127.0.0.0", "127.255.255.255"), ("169.254.0.0", "169.254.255.255"), ("172.16.0.0", "172.31.255.255"),
        ("192.0.0.0", "192.0.0.255"), ("192.0.2.0", "192.0.2.255"), ("192.31.196.0", "192.31.196.255"),
        ("192.52.193.0", "192.52.193.255"), ("192.88.99.0", "192.88.99.255"), ("192.168.0.0", "192.168.255.255"),
        ("192.175.48.0", "192.175.48.255"), ("198.18.0.0", "198.19.255.255"), ("198.51.100.0", "198.51.100.255"),
        ("203.0.113.0", "203.0.113.255"), ("224.0.0.0", "239.255.255.255"), ("240.0.0.0", "255.255.255.255"),
        ("::1", "::1"), ("::", "::ffff:ffff"), ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
        ("100::", "100::ffff:ffff:ffff:ffff"), ("100:0:0:1::", "100::1:ffff:ffff:ffff:ffff"),
        ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"), ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"),
        ("2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"), ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"), ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ])
    func refusesSpecialUseNetwork(first: String, last: String) throws {
        let row = try #require(SpecialUseNetwork.containing(try address(first)))
        #expect(SpecialUseNetwork.containing(try address(last)) == row)
        #expect(row.network.contains(try address(first)))
        #expect(!RemoteAddressPolicy.publicOnly.admits(try address(first)))
        #expect(!RemoteAddressPolicy.publicOnly.admits(try address(last)))
    }

    @Test func testsEachRow() {
        #expect(SpecialUseNetwork.all.count == 35)
    }

    @Test(arguments: [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "8.8.8.8", "2001:200::",
        "2001:4860:4860::8888", "2003::", "2606:4700::1111", "3ffe:ffff::", "2620:4f:8001::",
    ])
    func admitsPublicAddress(text: String) throws {
        #expect(RemoteAddressPolicy.publicOnly.admits(try address(text)))
    }

    @Test(arguments: [
        // Mapped (RFC 4291 §2.5.5.2) and translated (RFC 6052 §2.1).
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        // IPv4-compatible, 6to4 and Teredo, which carry even public addresses.
        "::127.0.0.1", "::8.8.8.8", "2002:7f00:1::", "2002:808:808::", "2001:0:808:808::",
    ])
    func refusesIPv4AddressInsideIPv6(text: String) throws {
        #expect(!RemoteAddressPolicy.publicOnly.admits(try address(text)))
    }

    /// Networks with IPv6 only reach every IPv4 host by translation.
    @Test(arguments: ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])
    func admitsPublicIPv4AddressInsideIPv6(text: String) throws {
        #expect(RemoteAddressPolicy.publicOnly.admits(try address(text)))
    }

    @Test(arguments: ["1::", "200::", "4000::", "8000::", "64:ff9a::", "64:ff9b:2::", "fbff::"])
    func refusesUnallocatedAddress(text: String) throws {
        #expect(!RemoteAddressPolicy.publicOnly.admits(try address(text)))
    }

    @Test func admitsOnlyExemptNetworks() throws {
        let policy = RemoteAddressPolicy(exempt: [try #require(IPNetwork("10.1.0.0/16"))])
        #expect(policy.admits(try address("10.1.2.3")))
        #expect(policy.admits(try address("8.8.8.8")))
        #expect(!policy.admits(try address("10.2.0.0")))
        #expect(!policy.admits(try address("127.0.0.1")))
    }

    @Test func admitsLoopbackInDevelopment() throws {
        let policy = RemoteAddressPolicy(issuer: "http://localhost:8080", isDevelopment: true)
        for text in ["127.0.0.1", "::1"] {
            #expect(policy.admits(try address(text)))
            #expect(policy.admits(try address(text), isEncrypted: false))
        }
        #expect(!policy.admits(try address("10.0.0.1")))
        #expect(!policy.admits(try address("169.254.169.254")))
    }

    @Test(arguments: [
        ("http://localhost:8080", true, true), ("http://127.0.0.1", true, true), ("https://[::1]:8443", true, true),
        ("http://localhost:8080", false, false), ("https://id.example.com", true, false),
        ("https://localhost.example.com", true, false), ("https://id.example.com", false, false),
    ])
    func admitsLoopbackForLocalDevelopmentServer(issuer: String, isDevelopment: Bool, isAdmitted: Bool) throws {
        let policy = RemoteAddressPolicy(issuer: issuer, isDevelopment: isDevelopment)
        #expect(policy.admits(try address("127.0.0.1")) == isAdmitted)
        #expect(policy.admits(try address("::1"), isEncrypted: false) == isAdmitted)
        #expect(!policy.admits(try address("10.0.0.1")))
    }

    @Test func requiresEncryptionOutsideTheMachine() throws {
        let policy = RemoteAddressPolicy(exempt: [try #require(IPNetwork("10.0.0.0/8"))])
        #expect(!policy.admits(try address("8.8.8.8"), isEncrypted: false))
        #expect(!policy.admits(try address("10.0.0.1"), isEncrypted: false))
        #expect(!policy.admits(try address("127.0.0.1"), isEncrypted: false))
    }
}
