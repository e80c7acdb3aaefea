import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

struct ClientAttributes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attributes",
        abstract: "Show and change the attributes that an app asks for at sign-up.",
        subcommands: [ClientAttributesList.self, ClientAttributesAdd.self, ClientAttributesRemove.self]
    )
}

struct ClientAttributesList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the attributes of an app, in the order of its form."
    )

    @Argument(help: "Client ID")
    var id: String

    @Flag(help: "Print a JSON array of attributes in the form that 'attributes add' takes.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let attributes = try await StoreAdministration(store, in: context).attributes(of: id)
        if json { return try context.output.json(attributes.map(\.specification)) }
        var table = Table("PAGE", "NAME", "KIND", "REQUIRED", "LABEL", "FORMAT")
        for attribute in attributes.sorted(by: { $0.page < $1.page }) {
            table.add(
                "\(attribute.page)",
                attribute.name,
                attribute.kind.rawValue,
                attribute.isRequired ? "yes" : "no",
                attribute.label,
                attribute.options.isEmpty ? attribute.pattern : attribute.options.joined(separator: "|")
            )
        }
        table.write(to: context.output, empty: "No attributes.")
    }
}

struct ClientAttributesAdd: Command {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add or change the attributes an app asks for."
    )

    @Argument(help: "Client ID")
    var id: String

    @Argument(
        help: ArgumentHelp(
            """
            NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]; replaces an attribute with the \
            same name
            """,
            valueName: "spec"
        )
    )
    var attributes: [String]

    @Flag(help: "Print the app's attributes as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let added = try attributes.map { try ClientAttribute(parsing: $0) }
        let administration = try await StoreAdministration(store, in: context)
        let result = try await administration.changeAttributes(of: id) { attributes in
            for attribute in added {
                if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
                    attributes[index] = attribute
                } else {
                    attributes.append(attribute)
                }
            }
        }
        if json { return try context.output.json(result.map(\.specification)) }
        context.output.line("\(id) asks for \(result.map(\.name).joined(separator: ", ")).")
    }
}

struct ClientAttributesRemove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop asking for attributes. Stored values are kept."
    )

    @Argument(help: "Client ID")
    var id: String

    @Argument(help: ArgumentHelp("Name of an attribute", valueName: "name"))
    var names: [String]

    @Flag(help: "Print the app's attributes as a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        let result = try await administration.changeAttributes(of: id) { attributes throws(CommandError) in
            for name in names {
                guard let index = attributes.firstIndex(where: { $0.name == name }) else {
                    throw CommandError(
                        "'\(id)' doesn't ask for '\(name)'.",
                        advice: "List its attributes: gatehouse client attributes list \(id)"
                    )
                }
                attributes.remove(at: index)
            }
        }
        if json { return try context.output.json(result.map(\.specification)) }
        context.output.line(
            result.isEmpty
                ? "\(id) asks for nothing." : "\(id) asks for \(result.map(\.name).joined(separator: ", "))."
        )
    }
}

extension StoreAdministration {
    /// Returns the attributes of a client.
    package func attributes(of id: String) async throws(CommandError) -> [ClientAttribute] {
        let client = try await read { store throws(StoreError) in try await store.client(Client.ID(id)) }
        guard let client else { throw Self.noClient(id) }
        return client.attributes
    }

    /// Changes the attributes of a client.
    ///
    /// - Returns: The new attributes.
    package func changeAttributes(
        of id: String,
        _ change: @Sendable (inout [ClientAttribute]) throws(CommandError) -> Void
    ) async throws(CommandError) -> [ClientAttribute] {
        guard !fileClients.contains(Client.ID(id)) else {
            throw CommandError(
                "The attributes of '\(id)' are set in the configuration file, which the server reads on start.",
                advice: "Change them there."
            )
        }
        let summary = try await updateClient(id) { client throws(OAuthError) in
            do throws(CommandError) { try change(&client.attributes) } catch {
                throw OAuthError(.invalidClientMetadata, error.line)
            }
        }
        return summary.client.attributes
    }

    /// Applies the attributes of the configuration file to the clients.
    ///
    /// - Returns: The clients in the file that do not exist.
    package func apply(
        _ file: [Client.ID: [ClientAttribute]]
    ) async throws(CommandError) -> [Client.ID] {
        var unknown: [Client.ID] = []
        for (id, attributes) in file.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let changed: Client?
            do {
                changed = try await ClientRegistrar(core: core, policy: .standard).update(id, context: request) {
                    client in
                    client.attributes = attributes
                }
            } catch {
                throw CommandError(error)
            }
            if changed == nil { unknown.append(id) }
        }
        return unknown
    }

    static func noClient(_ id: String) -> CommandError {
        CommandError("No client with ID '\(id)'.", advice: "List clients: gatehouse client list")
    }
}
