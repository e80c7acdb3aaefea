import Foundation
import GatehouseDelivery
import GatehouseHTTP
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseStorePostgres
import GatehouseStoreSQLite
import Logging

/// The checks of `gatehouse serve --check`: open everything that a start opens, and change nothing.
struct ServerCheck: Sendable {
    private typealias Finding = CheckReport.Finding

    /// The time limit for the mail server.
    private static let mailTimeout = Duration.seconds(10)

    private let settings: Settings
    private let context: CommandContext

    /// Reads the settings and runs the checks; the other checks need valid settings.
    static func report(
        _ options: ServerOptions,
        in context: CommandContext,
        adjusting adjust: (inout Settings) -> Void
    ) async -> CheckReport {
        var settings: Settings
        var findings: [Finding] = []
        do throws(CommandError) {
            let sources = try await SettingSources(
                arguments: options.arguments,
                environment: context.environment,
                file: options.store.config
            )
            settings = try await Settings(sources, mustServe: true)
            _ = try await LogSettings(sources)
            findings = sources.warnings.map { .warning("Settings", $0, advice: "Correct it, or ignore it.") }
        } catch {
            return CheckReport(checks: [.failed("Settings", error)])
        }
        adjust(&settings)
        let check = ServerCheck(settings: settings, context: context)
        if findings.isEmpty { findings = [.passed("Settings", "valid")] }
        findings.append(check.issuer())
        findings += check.certificate() + check.remoteServers()
        findings += await check.data()
        findings.append(await check.mailServer())
        return CheckReport(checks: findings)
    }

    private func issuer() -> Finding {
        let note = settings.reachabilityNote(port: settings.listen.port)
        let detail = [settings.issuer.text, note].compactMap(\.self).joined(separator: ". ")
        let isBehindProxy = settings.issuer.isSecure && settings.certificate == nil
        guard isBehindProxy, settings.trustedProxies == .none else { return .passed("Issuer", detail) }
        return .warning(
            "Issuer",
            detail,
            advice: "Set trusted-proxy to the proxy's address: otherwise all callers share the limits of one address."
        )
    }

    private func certificate() -> [Finding] {
        guard let files = settings.certificate else { return [] }
        do throws(CommandError) {
            let expiry = try files.load().expiry
            guard expiry.warning(at: context.now()) == nil else {
                let end = expiry.end.formatted(.iso8601)
                return [.warning("Certificate", "\(files.certificate) is valid until \(end)", advice: "Renew it.")]
            }
            return [.passed("Certificate", "\(files.certificate), valid until \(expiry.end.formatted(.iso8601))")]
        } catch {
            return [.failed("Certificate", error)]
        }
    }

    /// Returns the problems of what is used for requests to other servers; these are not sent.
    private func remoteServers() -> [Finding] {
        var findings: [Finding] = []
        do throws(CommandError) {
            if let sms = settings.sms {
                _ = try sms.gateway()
                findings.append(.passed("SMS gateway", "set, not contacted"))
            }
        } catch {
            findings.append(.failed("SMS gateway", error))
        }
        do throws(CommandError) {
            _ = try settings.remote.transport(for: settings.server)
        } catch {
            findings.append(.failed("Clients' servers", error))
        }
        return findings
    }

    // MARK: - Data

    /// Checks key file, database and clock.
    private func data() async -> [Finding] {
        let hasKey: Bool
        do throws(CommandError) { hasKey = try settings.data.existingKey() != nil } catch {
            return [.failed("Key file", error)]
        }
        var findings = [hasKey ? Finding.passed("Key file", settings.data.keyFile.path) : missingKey()]
        do throws(CommandError) {
            findings += try await database(hasKey: hasKey)
        } catch {
            findings.append(.failed("Database", error))
        }
        return findings
    }

    private func missingKey() -> Finding {
        // The first start creates the missing folders too.
        var folder = settings.data.folder.standardizedFileURL.path
        while !FileManager.default.fileExists(atPath: folder) {
            folder = (folder as NSString).deletingLastPathComponent
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            let error = CommandError(
                "\(settings.data.keyFile.path) is missing, and this user can't create it in \(folder).",
                advice: "Run the command as the server's user, or set --data to a folder that it can write to."
            )
            return .failed("Key file", error)
        }
        return .passed("Key file", "\(settings.data.keyFile.path), created at the first start")
    }

    private func database(hasKey: Bool) async throws(CommandError) -> [Finding] {
        let name = settings.database.name
        let state: SchemaState
        do throws(StoreError) {
            switch settings.database {
            case .sqlite(let file) where settings.database.holdsData:
                state = try await SQLiteSchema.state(ofFileAt: file.path)
            case .sqlite: state = SchemaState(version: 0, latest: 0)
            case .postgres(let url): state = try await PostgresSchema(of: url).state()
            }
        } catch {
            throw CommandError(error)
        }
        if state.version == 0 {
            if hasKey, !settings.beginsAnew, case .sqlite = settings.database {
                throw settings.data.missing(settings.database)
            }
            return [.passed("Database", "\(name), empty; set up at the first start")]
        }
        guard state.version <= state.latest else {
            throw CommandError(
                "\(name) was created by a newer version of Gatehouse (schema \(state.version), known: \(state.latest)).",
                advice: "Start that version, or restore an older backup."
            )
        }
        // Opening it with commands of this version would upgrade it.
        guard state.version == state.latest else {
            let versions = "schema \(state.version), upgraded to \(state.latest) at the start"
            return [.passed("Database", "\(name), \(versions)")]
        }
        let server = try await context.server(
            settings,
            logger: Logger(label: "gatehouse") { _ in SwiftLogNoOpLogHandler() },
            hasher: PasswordHasher(threads: 1),
            for: .check
        )
        var detail = "\(name), schema \(state.version)"
        if settings.acceptsDatabaseServer, case .postgres = settings.database { detail += ", accepted as it is" }
        let database = Finding.passed("Database", detail)
        do throws(CommandError) {
            try await server.checkClock()
            return [database, .passed("Clock", "plausible")]
        } catch {
            return [database, .failed("Clock", error)]
        }
    }

    // MARK: - Mail

    private func mailServer() async -> Finding {
        guard let url = settings.smtp else { return .passed("Mail server", "none: emails appear at /dev/mail") }
        var configuration: SMTPConfiguration
        do throws(CommandError) { configuration = try settings.mailServer(url) } catch {
            return .failed("Mail server", error)
        }
        configuration.timeout = min(configuration.timeout, Self.mailTimeout)
        let name = "\(configuration.host) port \(configuration.port)"
        do throws(DeliveryError) {
            try await SMTPTransport(configuration).verify()
        } catch {
            let reason =
                switch error {
                case .transient(let reason), .permanent(let reason): reason
                }
            return .failed(
                "Mail server",
                CommandError("\(name): \(reason).", advice: "Check smtp, the network and the mail server.")
            )
        }
        let isSignedIn = configuration.credentials != nil
        return .passed("Mail server", name + (isSignedIn ? ", accepts user and password" : ", reachable"))
    }
}
