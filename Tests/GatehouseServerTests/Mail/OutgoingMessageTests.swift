import Foundation
import GatehouseServer
import Testing

@Suite struct OutgoingMessageTests {
    private static let mail = MailMessage(
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
    func isReadAsItWasWritten(message: OutgoingMessage) throws {
        let read = try JSONDecoder().decode(OutgoingMessage.self, from: try JSONEncoder().encode(message))
        #expect(read == message)
        #expect(read.summary == "12345678 is your code")
    }

    @Test func mailFromBeforeThereWasSMSIsStillSent() throws {
        let queued = try JSONEncoder().encode(Self.mail)
        #expect(try JSONDecoder().decode(OutgoingMessage.self, from: queued) == .mail(Self.mail))
    }
}
