import Testing

@testable import GatehouseServer

@Suite struct MessageOutboxTests {
    @Test(arguments: [
        ("id@example.com", "Example App", "Example App <id@example.com>"),
        ("Example <id@example.com>", "Example App", "Example <id@example.com>"),
        ("id@example.com", "A\r\nBcc: <x@example.com>", "A  Bcc: <x@example.com> <id@example.com>"),
    ])
    func usesClientNameAsSenderUnlessMailFromHasOne(mailFrom: String, clientName: String, sender: String) throws {
        #expect(MessageOutbox.sender(mailFrom, clientName: clientName) == sender)
        #expect(try #require(NamedAddress(sender)).address.normalized == "id@example.com")
    }
}
