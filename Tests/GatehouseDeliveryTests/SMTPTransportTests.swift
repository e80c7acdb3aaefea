import Foundation
import GatehouseDelivery
import GatehouseServer
import GatehouseTestSupport
import Testing

@Suite(
    .enabled(if: InteropPython.path != nil, InteropPython.isMissing),
    .timeLimit(.minutes(1))
)
struct SMTPTransportTests {
    private func transport(_ url: String) throws -> SMTPTransport {
        SMTPTransport(try SMTPConfiguration(url: url))
    }

    @Test func deliversMessageUnchanged() async throws {
        let server = try await SMTPServer()
        let long = String(repeating: "Zeile mit Grüßen = und Punkt. ", count: 20)
        try await transport("smtp://127.0.0.1:\(server.port)").send(
            .sample(
                from: "例のアプリ <no-reply@example.com>",
                subject:
                    "12345678 ist Ihr Code für die Anmeldung bei der Bücherei am Großen Markt, gültig zehn Minuten",
                text: ".\n..\nFrom here\n\(long)\nEnde \n",
                html: "<p>ログインコードは 12345678 です。このコードは十分間有効です。</p>"
            )
        )
        let mail = try await server.nextMail()
        #expect(mail.from == "no-reply@example.com")
        #expect(mail.to == ["alice@example.com"])
        #expect(mail.encrypted == false)
        #expect(mail.user == nil)
        #expect(mail.sender == "例のアプリ")
        #expect(
            mail.subject
                == "12345678 ist Ihr Code für die Anmeldung bei der Bücherei am Großen Markt, gültig zehn Minuten"
        )
        #expect(mail.messageID == "<m-1@login.example.com>")
        #expect(mail.date == "2026-11-30T00:00:05+00:00")
        #expect(mail.text == ".\n..\nFrom here\n\(long)\nEnde \n")
        #expect(mail.html == "<p>ログインコードは 12345678 です。このコードは十分間有効です。</p>")
        #expect(mail.defects == [])
    }

    @Test func verifiesServerWithoutSendingMail() async throws {
        let server = try await SMTPServer()
        let transport = try transport("smtp://127.0.0.1:\(server.port)")
        try await transport.verify()
        try await transport.send(.sample(messageID: "m-1@example.com"))
        #expect(try await server.nextMail().messageID == "<m-1@example.com>")
    }

    @Test func reusesConnection() async throws {
        let server = try await SMTPServer()
        let transport = try transport("smtp://127.0.0.1:\(server.port)")
        try await transport.send(.sample(messageID: "m-1@example.com"))
        try await transport.send(.sample(messageID: "m-2@example.com"))
        let mails = [try await server.nextMail(), try await server.nextMail()]
        #expect(mails.map(\.messageID) == ["<m-1@example.com>", "<m-2@example.com>"])
        #expect(mails[0].peer == mails[1].peer)
    }

    @Test func deliversNextMessageAfterRejection() async throws {
        let server = try await SMTPServer()
        let transport = try transport("smtp://127.0.0.1:\(server.port)")
        await #expect(throws: DeliveryError.self) { try await transport.send(.sample(to: "rcpt-550@example.com")) }
        await #expect(throws: DeliveryError.self) { try await transport.send(.sample(to: "data-451@example.com")) }
        try await transport.send(.sample(to: "bob@example.com"))
        #expect(try await server.nextMail().to == ["bob@example.com"])
    }

    @Test func deliversToInternationalAddress() async throws {
        let server = try await SMTPServer()
        try await transport("smtp://127.0.0.1:\(server.port)").send(.sample(to: "佐藤@Bücher.example"))
        #expect(try await server.nextMail().to == ["佐藤@xn--bcher-kva.example"])
    }

    @Test(arguments: [("starttls", "smtp", "&starttls=required"), ("implicit", "smtps", "")])
    func deliversEncryptedWithPassword(tls: String, scheme: String, option: String) async throws {
        let server = try await SMTPServer(tls: tls, auth: "mailer:p@ss/wörd")
        let url = "\(scheme)://mailer:p%40ss%2Fw%C3%B6rd@localhost:\(server.port)?ca=\(server.certificate)\(option)"
        try await transport(url).send(.sample())
        let mail = try await server.nextMail()
        #expect(mail.encrypted)
        #expect(mail.user == "mailer")
    }

    @Test func usesOfferedEncryptionWhenOptional() async throws {
        let server = try await SMTPServer(tls: "starttls")
        let url = "smtp://localhost:\(server.port)?starttls=optional&ca=\(server.certificate)"
        try await transport(url).send(.sample())
        #expect(try await server.nextMail().encrypted)
    }

    @Test(arguments: [("starttls", "smtp", "?starttls=required"), ("implicit", "smtps", "")])
    func rejectsUntrustedCertificate(tls: String, scheme: String, option: String) async throws {
        let server = try await SMTPServer(tls: tls)
        let transport = try transport("\(scheme)://localhost:\(server.port)\(option)")
        await #expect(throws: DeliveryError.transient("SSL peer certificate or SSH remote key was not OK")) {
            try await transport.send(.sample())
        }
    }

    @Test func rejectsServerWithoutRequiredEncryption() async throws {
        let server = try await SMTPServer()
        let transport = try transport("smtp://localhost:\(server.port)?starttls=required")
        await #expect(
            throws: DeliveryError.transient("the mail server does not offer the required encryption")
        ) { try await transport.send(.sample()) }
    }

    @Test func reportsTransientErrorForWrongPassword() async throws {
        let server = try await SMTPServer(tls: "implicit", auth: "mailer:right")
        let transport = try transport("smtps://mailer:wrong@localhost:\(server.port)?ca=\(server.certificate)")
        await #expect(
            throws: DeliveryError.transient("the mail server rejected the user or password (535)")
        ) { try await transport.send(.sample()) }
    }

    @Test func reportsPermanentErrorForMissingPassword() async throws {
        let server = try await SMTPServer(auth: "mailer:right")
        let transport = try transport("smtp://localhost:\(server.port)")
        await #expect(throws: DeliveryError.permanent("the mail server answered 530")) {
            try await transport.send(.sample())
        }
    }

    @Test(arguments: [
        ("rcpt-451@example.com", DeliveryError.transient("the mail server answered 451")),
        ("rcpt-550@example.com", DeliveryError.permanent("the mail server answered 550")),
        ("data-452@example.com", DeliveryError.transient("the mail server answered 452")),
        ("data-554@example.com", DeliveryError.permanent("the mail server answered 554")),
    ])
    func classifiesErrorByReply(recipient: String, error: DeliveryError) async throws {
        let server = try await SMTPServer()
        let transport = try transport("smtp://127.0.0.1:\(server.port)")
        await #expect(throws: error) { try await transport.send(.sample(to: recipient)) }
    }

    @Test func reportsTransientErrorForRefusedConnection() async throws {
        let socket = try SilentServer(listens: false)
        let transport = try transport("smtp://127.0.0.1:\(socket.port)")
        await #expect(throws: DeliveryError.transient("Couldn't connect to server")) {
            try await transport.send(.sample())
        }
    }

    @Test func abortsDeliveryOnCancellation() async throws {
        // Accepts the connection but never responds.
        let silent = try SilentServer()
        let transport = try transport("smtp://127.0.0.1:\(silent.port)?timeout=300")
        let task = Task { () -> DeliveryError? in
            do throws(DeliveryError) {
                try await transport.send(.sample())
                return nil
            } catch {
                return error
            }
        }
        await silent.accepted()
        task.cancel()
        #expect(await task.value == .transient("the delivery was cancelled"))
    }
}
