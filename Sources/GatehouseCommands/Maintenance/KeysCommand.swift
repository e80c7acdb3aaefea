import ArgumentParser
import GatehouseServer
import GatehouseStore

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Manage signing keys.",
        subcommands: [KeysRotate.self]
    )
}

struct KeysRotate: Command {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Create new signing keys and retire the current ones.",
        discussion: "Retired keys stay published until their last token has expired; all sessions are kept."
    )

    @Flag(help: "Print the IDs of the new keys as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let keys = try await StoreAdministration(store, in: context).rotateKeys()
        if json { return try context.output.json(keys) }
        for key in keys { context.output.line("Rotated. New signing key: \(key)") }
    }
}

extension StoreAdministration {
    /// Rotates the signing keys; creates the first ones before if there are none.
    ///
    /// - Returns: The IDs of the new keys.
    package func rotateKeys() async throws(CommandError) -> [String] {
        let keys = try await perform(otherwise: CommandError.init) { () throws(KeyringError) in
            try await server.keyring.prepare()
            return try await server.keyring.rotate()
        }
        try await commit([audit(.keysRotated)], conflict: CommandError("The audit log couldn't be written."))
        return keys
    }
}
