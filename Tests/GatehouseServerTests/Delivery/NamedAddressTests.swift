import GatehouseServer
import Testing

@Suite struct NamedAddressTests {
    @Test(arguments: [
        ("no-reply@example.com", nil), ("<no-reply@example.com>", nil),
        (" Example App <no-reply@example.com> ", "Example App"),
        ("\"Example, Inc.\" <no-reply@example.com>", "Example, Inc."), ("例 <no-reply@example.com>", "例"),
        ("A <b> c <no-reply@example.com>", "A <b> c"),
    ])
    func parsesNameAndAddress(text: String, name: String?) throws {
        let read = try #require(NamedAddress(text))
        #expect(read.name == name)
        #expect(read.address.normalized == "no-reply@example.com")
    }

    @Test(arguments: ["", "Example App", "Example App <>", "no-reply@example.com>", "Example <no-reply@example.com> x"])
    func rejectsMalformedAddress(text: String) {
        #expect(NamedAddress(text) == nil)
    }
}
