import Foundation
import GatehouseCommands
import GatehouseDelivery
import GatehouseServer
import GatehouseWire
import Testing

/// The settings of email and SMS.
@Suite struct MailSettingsTests: SettingsReader {
    @Test func requiresMailServerToServe() async throws {
        let issuer: [SettingKey: String] = [.issuer: "https://id.example.com"]
        #expect(
            await failure { _ = try await settings(issuer, mustServe: true) }?.contains("can't send email") == true
        )
        let smtp = issuer.merging([.smtp: "smtp://localhost"]) { own, _ in own }
        #expect(try await settings(smtp, mustServe: true).smtp != nil)
        #expect(try await settings([.dev: "true"], mustServe: true).smtp == nil)
    }

    @Test func derivesSenderFromIssuer() async throws {
        #expect(try await settings([.issuer: "https://id.example.com"]).mailFrom == "no-reply@id.example.com")
        #expect(
            try await settings([.mailFrom: "Example App <id@example.com>"]).mailFrom == "Example App <id@example.com>"
        )
        #expect(await failure { _ = try await settings([.mailFrom: "Example App"]) }?.contains("mail-from") == true)
    }

    @Test func requiresReadableCAFileOfMailServer() async throws {
        let settings = try await settings()
        let failure = #expect(throws: CommandError.self) {
            _ = try settings.mailServer(Secret("smtps://mail.example.com?ca=/nowhere/ca.pem"))
        }
        #expect(failure?.message.contains("/nowhere/ca.pem") == true)
        #expect(
            try settings.mailServer(Secret("smtps://mail.example.com"))
                == SMTPConfiguration(url: "smtps://mail.example.com")
        )
    }

    @Test(arguments: [
        ("smtp: smtps://user:secret@mail.example.com", 0o644, true),
        ("smtp: smtps://user:secret@mail.example.com", 0o600, false),
        ("smtp: smtps://user:secret@mail.example.com", 0o640, false), ("smtp: smtp://localhost", 0o644, false),
        ("database: postgres://user:secret@db.example.com/gatehouse", 0o644, true),
        ("database: postgres://user@db.example.com/gatehouse", 0o644, false),
    ])
    func warnsAboutWorldReadablePassword(line: String, mode: Int, isWarned: Bool) async throws {
        try await withFile("\(line)\n") { file in
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let warnings = try await SettingSources(arguments: [:], environment: [:], file: file).warnings
            #expect(warnings.count == (isWarned ? 1 : 0))
            #expect(warnings.allSatisfy { $0.contains("chmod 600 \(file)") && !$0.contains("secret") })
        }
    }

    @Test func redactsURLsWithPasswords() async throws {
        let settings = try await settings([.smtp: "smtps://user:hunter2@mail.example.com"])
        #expect(!"\(settings)".contains("hunter2"))
    }

    @Test func requiresSecretForSMSGateway() async throws {
        let incomplete: [[SettingKey: String]] = [
            [.sms: "https://sms.example.com"], [.smsSecret: "0123456789abcdef"], [.smsCA: "/a.pem"],
        ]
        for arguments in incomplete {
            let line = await failure { _ = try await settings(arguments) }
            #expect(line?.contains("Set both GATEHOUSE_SMS and GATEHOUSE_SMS_SECRET") == true)
        }
        #expect(try await settings().sms == nil)
    }

    @Test func sendsSMSWithGatewayOrInDevelopment() async throws {
        let gateway: [SettingKey: String] = [.sms: "https://sms.example.com", .smsSecret: "0123456789abcdef"]
        #expect(try await settings().server.sendsSMS == false)
        #expect(try await settings(gateway).server.sendsSMS)
        #expect(try await settings([.dev: "true"]).server.sendsSMS)
    }

    @Test(arguments: [
        ("http://sms.example.com", "0123456789abcdef", "begin with https://"),
        ("https://sms.example.com", "short", "16 characters"),
    ])
    func rejectsInvalidGateway(url: String, secret: String, message: String) async throws {
        let sms = try #require(try await settings([.sms: url, .smsSecret: secret]).sms)
        let failure = #expect(throws: CommandError.self) { _ = try sms.gateway() }
        #expect(failure?.message.contains(message) == true)
    }

    @Test func requiresReadableCAFileOfSMSGateway() async throws {
        let sms = try #require(
            try await settings([
                .sms: "https://sms.example.com", .smsSecret: "0123456789abcdef", .smsCA: "/nowhere/ca.pem",
            ]).sms
        )
        let failure = #expect(throws: CommandError.self) { _ = try sms.gateway() }
        #expect(failure?.message.contains("/nowhere/ca.pem") == true)
    }

    @Test(arguments: [
        ("sms: https://user:hunter2@sms.example.com", "the password of the SMS gateway and is"),
        ("sms-secret: hunter2hunter2hunter2", "the secret of the SMS gateway and is"),
        (
            "sms-secret: hunter2hunter2\nsmtp: smtps://user:hunter2@mail.example.com",
            "the password of the mail server and the secret of the SMS gateway and is"
        ),
    ])
    func warnsAboutWorldReadableSecret(yaml: String, description: String) async throws {
        try await withFile(yaml + "\n") { file in
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            let warnings = try await SettingSources(arguments: [:], environment: [:], file: file).warnings
            #expect(warnings.count == 1)
            #expect(warnings.allSatisfy { $0.contains(description) && !$0.contains("hunter2") })
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            #expect(try await SettingSources(arguments: [:], environment: [:], file: file).warnings == [])
        }
    }

    @Test func redactsGatewaySecret() async throws {
        let settings = try await settings([
            .sms: "https://user:hunter2@sms.example.com", .smsSecret: "hunter2hunter2hunter2",
        ])
        #expect(!"\(settings)".contains("hunter2"))
    }
}
