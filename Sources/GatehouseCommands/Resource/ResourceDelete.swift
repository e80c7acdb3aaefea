import ArgumentParser
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ResourceDelete: Command {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an API; clients get no more tokens for it.",
        discussion: "Shows what will happen to tokens and clients and asks for confirmation."
    )

    @Argument(help: "Identifier of the API")
    var id: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await StoreAdministration(store, in: context)
        let resource = try await administration.resources.resource(id).resource
        let clients = try await administration.clients.all { $0.depends(on: resource) }
        let lifetime = resource.tokenLifetime ?? administration.server.settings.lifetimes.accessToken
        try await confirmation.confirm(
            Self.loss(resource, lifetime: lifetime, clients: clients),
            "Delete \(resource.id)",
            in: context
        )
        try await administration.resources.delete(resource.id)
        if json { return try context.output.json(["deleted": resource.id.rawValue]) }
        context.output.line("Deleted \(resource.id.rawValue.printable).")
    }

    private static func loss(_ resource: Resource, lifetime: TimeInterval, clients: [Client]) -> String {
        var text = "Deleting \(resource.id) (\(resource.name)) ends its tokens: introspection reports them as inactive."
        if resource.tokenFormat == .jwt {
            let minutes = Int((lifetime / 60).rounded(.up))
            let time = ConfirmationOptions.count(minutes, one: "minute", other: "minutes")
            text += " An API that checks signatures only accepts them until they expire, for \(time) at most."
        }
        let registered = clients.count { $0.mayRequestScopes(of: resource) }
        if registered > 0 {
            let count = ConfirmationOptions.count(registered, one: "client", other: "clients")
            text += " \(count) may request its scopes, which are then in tokens for the server itself."
        }
        let defaults = clients.filter { $0.defaultResource == resource.id }.map(\.id.rawValue)
        if !defaults.isEmpty {
            text += " It is the default of \(defaults.joined(separator: ", ")): requests fail until that is changed."
        }
        return text + exchangeLoss(resource.id, clients: clients)
    }

    /// Returns the consequences for clients whose exchange policies name the resource, as sentences.
    private static func exchangeLoss(_ id: Resource.ID, clients: [Client]) -> String {
        let from = clients.filter { $0.exchangesTokens(of: id) }.map(\.id.rawValue)
        let to = clients.filter { $0.exchangesForTokens(of: id) }.map(\.id.rawValue)
        guard !from.isEmpty || !to.isEmpty else { return "" }
        var text = ""
        if !from.isEmpty { text += " Its tokens can no longer be exchanged by \(from.joined(separator: ", "))." }
        if !to.isEmpty {
            let code = OAuthErrorCode.invalidTarget
            text += " Exchanges for its tokens by \(to.joined(separator: ", ")) fail with \(code)."
        }
        return text + " The exchange policies keep the identifier, and would apply to a later API with it:"
            + " change them with --exchange-from and --exchange-to of 'gatehouse client update', or --no-exchange."
    }
}

extension Client {
    /// Returns whether the deletion of a resource changes what the client can do.
    fileprivate func depends(on resource: Resource) -> Bool {
        mayRequestScopes(of: resource) || defaultResource == resource.id || exchangesTokens(of: resource.id)
            || exchangesForTokens(of: resource.id)
    }

    fileprivate func mayRequestScopes(of resource: Resource) -> Bool {
        resource.scopes.contains { scopes.contains($0.name) }
    }

    fileprivate func exchangesTokens(of id: Resource.ID) -> Bool { tokenExchange?.subjects.contains(id) == true }

    fileprivate func exchangesForTokens(of id: Resource.ID) -> Bool { tokenExchange?.targets.contains(id) == true }
}
