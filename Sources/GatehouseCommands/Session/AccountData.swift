import ArgumentParser
import Foundation
import Gatehouse

struct AccountExportCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export everything that the server stores about you, as JSON."
    )

    @Argument(help: "File to create; by default, the JSON is printed")
    var file: String?

    @OptionGroup var options: SessionOptions

    func run(in context: CommandContext) async throws {
        if let file, FileManager.default.fileExists(atPath: file) { throw Self.exists(file) }
        let export = try await SignedInUser(options, in: context).perform { account throws(AuthError) in
            try await account.export()
        }
        guard let file else { return try context.output.json(export) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(export)
        // Personal data: readable by the user only.
        let isCreated = FileManager.default.createFile(
            atPath: file,
            contents: data,
            attributes: [.posixPermissions: 0o600]
        )
        guard isCreated else {
            throw CommandError("'\(file)' can't be written.", advice: "Name a file in a folder that you can write to.")
        }
        context.output.line("Exported to \(file.printable).")
    }

    private static func exists(_ file: String) -> CommandError {
        CommandError("'\(file)' already exists.", advice: "Name another file, or delete it first.")
    }
}

struct AccountDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your account.",
        discussion: "Until the account is erased, you can sign in to keep it."
    )

    @OptionGroup var confirmation: ConfirmationOptions

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the account and the time of its erasure as JSON.")
    var json = false

    private struct Summary: Encodable {
        let account: String
        let erased: Date
    }

    func run(in context: CommandContext) async throws {
        let user = try await SignedInUser(options, in: context)
        try await confirmation.confirm(
            "Deleting your account \(user.label) signs you out of all apps and devices, and erases your data.",
            "Delete your account",
            in: context
        )
        let date = try await user.perform { account throws(AuthError) in try await account.delete() }
        if json { return try context.output.json(Summary(account: user.session.account.id, erased: date)) }
        context.output.line(
            "Your account will be erased on \(date.formatted(.iso8601)). To keep it, sign in before then."
        )
    }
}
