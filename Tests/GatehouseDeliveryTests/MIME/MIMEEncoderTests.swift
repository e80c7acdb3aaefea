import Foundation
import GatehouseDelivery
import GatehouseServer
import Testing

@Suite struct MIMEEncoderTests {
    @Test(arguments: ["english", "german", "japanese"])
    func encodesMessageLikeFixture(name: String) throws {
        let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/Mail/\(name).eml").standardized
        let expected = try String(contentsOf: file, encoding: .utf8)
        let encoded = try MIMEEncoder.encode(Self.message(name))
        #expect(encoded == expected)
    }

    private static func message(_ name: String) throws -> EmailMessage {
        switch name {
        case "german":
            .sample(
                from: "Bücherei <no-reply@example.com>",
                subject: "12345678 ist Ihr Code für die Bücherei am Großen Markt in Köln",
                text: "Guten Tag,\n\nIhr Code für die Anmeldung bei der Bücherei am Großen Markt in Köln lautet:\n"
                    + "\n    12345678\n\nEr gilt 10 Minuten. \n",
                html: "<p style=\"margin:0\">Ihr Code für die Bücherei lautet <b>12345678</b>.</p>\n"
            )
        case "japanese":
            .sample(
                subject: "12345678 はログイン用の確認コードです。このコードは他の人に教えないでください。",
                text: "確認コード:\n\n    12345678\n\nこのコードの有効期限は10分です。\n",
                html: "<p>確認コードは <b>12345678</b> です。</p>\n"
            )
        default: .sample()
        }
    }

    @Test func preventsHeaderInjection() {
        let breaks = ["\r\n", "\n", "\r", "\0", "\u{85}", "\u{2028}", "\u{7F}", "\t"]
        for end in breaks {
            let extra = "x\(end)Bcc: eve@example.com"
            for message: EmailMessage in [
                .sample(from: "\(extra) <no-reply@example.com>"),
                .sample(from: "no-reply@example.com\(end), eve@example.com"),
                .sample(to: "alice@example.com\(end)Bcc: eve@example.com"), .sample(subject: extra),
                .sample(messageID: "x@example.com>\(end)Bcc: <eve@example.com"),
            ] {
                #expect(throws: DeliveryError.self) { try MIMEEncoder.encode(message) }
            }
        }
    }

    @Test(arguments: ["", "x", "@", "a@", "@b", "a@b@c", "a b@c", "<a@b>", "ä@b"])
    func rejectsInvalidMessageID(identifier: String) {
        #expect(throws: DeliveryError.permanent("invalid Message-ID identifier")) {
            try MIMEEncoder.encode(.sample(messageID: identifier))
        }
    }

    @Test(arguments: [
        ("Example App <no-reply@example.com>", #"From: "Example App" <no-reply@example.com>"#),
        (#"The "Best" \ App <no-reply@example.com>"#, #"From: "The \"Best\" \\ App" <no-reply@example.com>"#),
        ("a@evil.example <no-reply@example.com>", #"From: "a@evil.example" <no-reply@example.com>"#),
        ("no-reply@example.com", "From: no-reply@example.com"),
        ("例 <no-reply@bücher.example>", "From: =?utf-8?B?5L6L?= <no-reply@xn--bcher-kva.example>"),
    ])
    func quotesOrEncodesSender(from: String, line: String) throws {
        let lines = try MIMEEncoder.encode(.sample(from: from)).components(separatedBy: "\r\n")
        #expect(lines.first == line)
    }

    @Test(arguments: [
        "plain", "", "with  two spaces", " outer ", "=?utf-8?B?eA==?=", String(repeating: "word ", count: 60) + "end",
        String(repeating: "x", count: 300), String(repeating: "👨‍👩‍👧", count: 40), "ü" + String(repeating: "€", count: 100),
    ])
    func writesShortSevenBitLines(subject: String) throws {
        let from = "\(subject) <no-reply@example.com>"
        let message = EmailMessage.sample(
            from: from,
            subject: subject,
            text: subject,
            html: String(repeating: subject, count: 9)
        )
        let encoded = try MIMEEncoder.encode(message)
        #expect(encoded.utf8.allSatisfy { $0 < 0x7F })
        #expect(encoded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(!encoded.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
    }
}
