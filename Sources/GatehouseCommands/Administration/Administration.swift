import Foundation
import GatehousePasswords
package import GatehouseServer
package import GatehouseStore
import Logging

/// Work on a server's records, whether the server runs or not.
package struct Administration: Sendable {
    package let core: ServerCore
    /// The clients of which the configuration file says what they ask for.
    let fileClients: Set<Client.ID>
    /// Who asks, in the audit log.
    let request = RequestContext(address: nil, requestID: "command-line")

    package init(core: ServerCore, fileClients: Set<Client.ID> = []) {
        self.core = core
        self.fileClients = fileClients
    }

    /// Opens the store that the options, the environment and the configuration file name.
    ///
    /// With `mayMakeData` a server's data are made before its first start where their place was named; else their absence is a wrong path.
    /// The issuer is needed only by what has the server's address in it.
    package init(
        _ options: StoreOptions,
        issuer: String? = nil,
        in context: CommandContext,
        mayMakeData: Bool = false
    ) async throws(CommandFailure) {
        var arguments = options.arguments
        arguments[.issuer] = issuer
        let sources = try await SettingSources(
            arguments: arguments,
            environment: context.environment,
            file: options.config
        )
        let settings = try await Settings(sources, mustServe: false)
        let logger = Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() }
        let isNew = !settings.database.holdsData
        var isNamed = try await sources.text(.data) != nil
        if !isNamed { isNamed = try await sources.text(.database) != nil }
        self.init(
            core: try await context.serverCore(
                settings,
                logger: logger,
                hasher: PasswordHasher(threads: 1),
                for: .administration(mayMakeData: mayMakeData && isNamed)
            ),
            fileClients: Set(settings.clientAttributes.keys)
        )
        if isNew { context.output.error("Made a new database, \(settings.database.name): no server has used it yet.") }
    }

    /// Writes, with conflicts as the caller explains them.
    func commit(_ changes: [Change], conflict: CommandFailure) async throws(CommandFailure) {
        do {
            try await core.store.commit(changes)
        } catch .conflict {
            throw conflict
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Reads, with the store's failures in words.
    func read<Value>(_ body: (any Store) async throws(StoreError) -> Value) async throws(CommandFailure) -> Value {
        do { return try await body(core.store) } catch { throw CommandFailure(error) }
    }

    /// Has the server's logic do something, with its failures in words: the store's own, where it was the store.
    func perform<Value: Sendable, Failure: Error>(
        otherwise explain: (Failure) -> CommandFailure,
        _ body: () async throws(Failure) -> Value
    ) async throws(CommandFailure) -> Value {
        let witness = StoreWitness()
        let result = await StoreWitness.$current.withValue(witness) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        do { return try result.get() } catch { throw witness.failure.map { CommandFailure($0) } ?? explain(error) }
    }

    func audit(
        _ kind: AuditKind,
        account: GatehouseStore.Account.ID? = nil,
        client: Client.ID? = nil,
        detail: String? = nil
    ) -> Change {
        core.audit(kind, request, account: account, client: client, detail: detail)
    }
}
