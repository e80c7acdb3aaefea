import Foundation
import GatehouseServer
import GatehouseStore
import Testing

@Suite struct OutgoingMessageTests {
    private static let mail = EmailMessage(
        from: "no-reply@example.com",
        to: "ada@example.com",
        subject: "12345678 is your code",
        text: "Your code is 12345678.",
        html: "<p>12345678</p>",
        messageID: "m-1@login.example.com",
        date: Date(timeIntervalSince1970: 1_800_000_000)
    )
    private static let sms = SMSMessage(
        to: "+819012345678",
        text: "12345678 is your code",
        id: "m-2",
        date: Date(timeIntervalSince1970: 1_800_000_000)
    )

    @Test(arguments: [OutgoingMessage.mail(mail), .sms(sms)])
    func decodesEncodedMessage(message: OutgoingMessage) throws {
        let read = try JSONDecoder().decode(OutgoingMessage.self, from: try JSONEncoder().encode(message))
        #expect(read == message)
        #expect(read.summary == "12345678 is your code")
    }

    @Test func decodesEmailsFromBeforeSMS() throws {
        let queued = try JSONEncoder().encode(Self.mail)
        #expect(try JSONDecoder().decode(OutgoingMessage.self, from: queued) == .mail(Self.mail))
    }
}

@Suite struct MessageLinkTests {
    @Test func decodesEncodedLink() throws {
        let link = MessageLink(flow: "k3-_Z", code: "00000042")
        #expect(link.text == "k3-_Z.00000042")
        #expect(MessageLink(link.text) == link)
        #expect(link.address(below: "https://example.com/auth") == "https://example.com/auth/link?token=k3-_Z.00000042")
    }

    @Test(arguments: [
        "", ".", "a.", ".1", "a", "a.1 ", "a.1\n", "a.b.1", "a/../b.1", "ä.1", "a.١", "a%2E.1",
        String(repeating: "a", count: 200) + ".1",
    ])
    func rejectsMalformedLink(text: String) {
        #expect(MessageLink(text) == nil)
    }
}
