import GatehouseServer
import GatehouseStore
import Testing

@Suite struct MailedLinkTests {
    @Test func readsWhatItWrites() throws {
        let link = MailedLink(transaction: "k3-_Z", code: "00000042")
        #expect(link.text == "k3-_Z.00000042")
        #expect(MailedLink(link.text) == link)
        #expect(link.address(below: "https://example.com/auth") == "https://example.com/auth/link?token=k3-_Z.00000042")
    }

    @Test(arguments: [
        "", ".", "a.", ".1", "a", "a.1 ", "a.1\n", "a.b.1", "a/../b.1", "ä.1", "a.١", "a%2E.1",
        String(repeating: "a", count: 200) + ".1",
    ])
    func refusesWhatItDidNotWrite(text: String) {
        #expect(MailedLink(text) == nil)
    }
}
