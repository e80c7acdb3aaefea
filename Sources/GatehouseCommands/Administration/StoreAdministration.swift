import Foundation
import GatehousePasswords
package import GatehouseServer
package import GatehouseStore
import Logging

/// Operations on a server's records, whether the server runs or not.
package struct StoreAdministration: Sendable {
    package let server: IdentityServer
    /// The clients whose attributes are set in the configuration file.
    let fileClients: Set<Client.ID>
    /// The origin of the changes in the audit log.
    let request: RequestMetadata

    package init(server: IdentityServer, fileClients: Set<Client.ID> = [], userName: String = "operator") {
        self.server = server
        self.fileClients = fileClients
        request = RequestMetadata(address: nil, requestID: "command-line", actor: .operator(userName))
    }

    /// Opens the store that the options, the environment and the configuration file select.
    ///
    /// With `allowsCreation`, missing data is created if its location was set explicitly; otherwise it is an error. The
    /// issuer is needed only for output that contains the server's URL; with `requiresIssuer`, it must be set.
    package init(
        _ options: StoreOptions,
        issuer: String? = nil,
        requiresIssuer: Bool = false,
        in context: CommandContext,
        allowsCreation: Bool = false
    ) async throws(CommandError) {
        var arguments = options.arguments
        arguments[.issuer] = issuer
        let sources = try await SettingSources(
            arguments: arguments,
            environment: context.environment,
            file: options.config
        )
        if requiresIssuer, try await sources.text(.issuer) == nil {
            throw CommandError(
                "The issuer is missing.",
                advice: "Set --issuer to the server's public URL, which the links in mails start with."
            )
        }
        let settings = try await Settings(sources, mustServe: false)
        let logger = Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() }
        let isNew = !settings.database.holdsData
        var isNamed = try await sources.text(.data) != nil
        if !isNamed { isNamed = try await sources.text(.database) != nil }
        self.init(
            server: try await context.server(
                settings,
                logger: logger,
                hasher: PasswordHasher(threads: 1),
                for: .administration(allowsCreation: allowsCreation && isNamed)
            ),
            fileClients: Set(settings.clientAttributes.keys),
            userName: context.userName
        )
        if isNew { context.output.error("Created a new database: \(settings.database.name)") }
    }

    /// Commits changes; a conflict throws the given error.
    func commit(_ changes: [Change], conflict: CommandError) async throws(CommandError) {
        do {
            try await server.store.commit(changes)
        } catch .conflict {
            throw conflict
        } catch {
            throw CommandError(error)
        }
    }

    /// Reads from the store and converts its errors.
    func read<Value>(_ body: (any Store) async throws(StoreError) -> Value) async throws(CommandError) -> Value {
        do { return try await body(server.store) } catch { throw CommandError(error) }
    }

    /// Runs an operation of the server and converts its error; a store error takes precedence over `explain`.
    func perform<Value: Sendable, Failure: Error>(
        otherwise explain: (Failure) -> CommandError,
        _ body: () async throws(Failure) -> Value
    ) async throws(CommandError) -> Value {
        let recorder = StoreErrorRecorder()
        let result = await StoreErrorRecorder.$current.withValue(recorder) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        do { return try result.get() } catch { throw recorder.failure.map { CommandError($0) } ?? explain(error) }
    }

    func audit(
        _ kind: AuditKind,
        account: GatehouseStore.Account.ID? = nil,
        client: Client.ID? = nil,
        detail: String? = nil
    ) -> Change {
        server.audit.event(kind, request, account: account, client: client, detail: detail)
    }
}
