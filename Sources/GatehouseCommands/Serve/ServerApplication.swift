import Foundation
import GatehouseDelivery
package import GatehouseHTTP
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Logging
import ServiceLifecycle
import UnixSignals

/// The running server: connects the server's logic to its store, mail, clock and socket.
struct ServerApplication: Sendable {
    private let settings: Settings
    /// The options that select its records.
    private let storeOptions: [String]
    private let messages: ServerMessages
    private let server: IdentityServer
    private let mailbox: DevelopmentMailbox?
    private let transport: any EmailTransport
    private let sms: (any SMSTransport)?
    private let certificates: ServerCertificates?
    private let instruments: ServerInstruments
    private let serviceManager: ServiceManager?

    /// Opens everything that can fail, so that a start fails before the first request.
    init(
        _ settings: Settings,
        store: StoreOptions,
        messages: ServerMessages,
        in context: CommandContext
    ) async throws(CommandError) {
        self.settings = settings
        storeOptions = RejectionReport.options(config: store.config, data: store.data, database: store.database)
        self.messages = messages
        instruments = context.instruments
        serviceManager = ServiceManager(environment: context.environment)
        certificates = try settings.certificate?.load()
        let mailbox = settings.needsMailbox ? Self.mailbox(context.output) : nil
        self.mailbox = mailbox
        let smtp: SMTPTransport? =
            if let url = settings.smtp { SMTPTransport(try settings.mailServer(url)) } else { nil }
        guard let transport: any EmailTransport = smtp ?? mailbox else { throw Settings.noMail }
        self.transport = transport
        sms = if let sms = settings.sms { SMSGatewayTransport(try sms.gateway()) } else { mailbox }
        server = try await context.server(
            settings,
            logger: messages.log.logger("gatehouse"),
            hasher: PasswordHasher(metrics: context.instruments.passwords),
            for: .server
        )
        instruments.expose(server, startedAt: context.now())
        try await server.checkClock()
        // Unreadable keys end the start. On SQLite the first keys are created while the server already serves; on a
        // shared database another node may have created them at the same time, under another key file.
        do throws(KeyringError) {
            if case .postgres = settings.database { try await server.keyring.prepare() }
            _ = try await server.keyring.verifier()
        } catch {
            throw CommandError(error)
        }
        let clients = StoreAdministration(server: server, userName: context.userName).clients
        let developmentClients = DevelopmentClients(clients: clients)
        if settings.isDevelopment {
            try await developmentClients.register()
        } else if let warning = try await developmentClients.warning() {
            messages.warn(warning)
        }
        try await StoreAdministration(server: server).resources.checkConfigured()
        for client in try await clients.apply(settings.clientAttributes) {
            messages.warn(
                "client '\(client)' in the configuration file doesn't exist."
                    + " Create it, then restart the server."
            )
        }
    }

    /// Returns the work beside the requests; each of the given signals reloads the certificate.
    private func backgroundServices(reloadingOn reloads: UnixSignalsSequence) throws -> [any Service] {
        let delivery = server.jobs.deliveryWorker(
            transport: transport,
            sms: sms,
            wait: { try await Task.sleep(for: $0) }
        )
        let notifications = server.jobs.logoutWorkers(
            forms: RemoteTransport(try settings.remote.transport(for: settings.server)),
            wait: { try await Task.sleep(for: $0) }
        )
        let events = server.jobs.eventWorker(
            poster: RemoteTransport(try settings.remote.receiverTransport(for: settings.server)),
            wait: { try await Task.sleep(for: $0) }
        )
        let forwarder = server.jobs.eventForwarder(wait: { try await Task.sleep(for: $0) })
        let logout = server.jobs.logoutNotifier(wait: { try await Task.sleep(for: $0) })
        let cleanup = server.jobs.cleanup(metrics: instruments.sweeps, wait: { try await Task.sleep(for: $0) })
        let synchronizer = server.jobs.rateLimitSynchronizer(wait: { try await Task.sleep(for: $0) })
        let clock = server.jobs.clockWatch(wait: { try await Task.sleep(for: $0) })
        let integrity = server.jobs.integrityWatch(wait: { try await Task.sleep(for: $0) })
        return notifications.map { worker in BackgroundService { await worker.run() } } + [
            BackgroundService { await delivery.run() },
            BackgroundService { await logout.run() },
            BackgroundService { await forwarder.run() },
            BackgroundService { await events.run() },
            BackgroundService { await cleanup.run() },
            BackgroundService { await synchronizer.run() },
            BackgroundService { await clock?.run() },
            BackgroundService { await integrity.run() },
            BackgroundService { await prepareKeys() },
            CertificateReloadService(
                signals: reloads,
                certificates: certificates,
                now: { [environment = server.environment] in environment.now },
                logger: server.environment.logger,
                serviceManager: serviceManager
            ),
        ]
    }

    /// Serves until SIGTERM or Ctrl-C, then finishes the requests in progress.
    func run() async throws {
        // Trapped before the server is announced: until then, a signal ends the process.
        var services = try backgroundServices(reloadingOn: await UnixSignalsSequence(trapping: .sighup))
        let terminations = await settings.drain > .zero ? UnixSignalsSequence(trapping: .sigterm) : nil
        do {
            let service = HTTPService(
                server: server,
                mailbox: mailbox,
                behind: settings.trustedProxies,
                metrics: instruments.requests,
                reportRejection: settings.isDevelopment ? report : nil
            )
            if let address = settings.adminListen { services += try adminServices(on: address) }
            let listener = HTTPListener(
                service,
                on: settings.listen,
                certificates: certificates,
                limits: ConnectionLimits(total: DescriptorLimit.connections()),
                logger: messages.log.logger("gatehouse.http", atLeast: .warning)
            )
            let serving = try listener.serviceGroup(with: services) { announce(port: $0) }
            try await ServiceGroup(configuration: shutdownConfiguration(serving, drainingOn: terminations)).run()
        } catch {
            server.hasher.shutdown()
            throw error as? CommandError ?? CommandError(stoppedBy: error, at: settings.listen)
        }
        server.hasher.shutdown()
    }

    /// Returns the socket for health and metrics, which stops after the public one, and the task behind it.
    private func adminServices(on address: ListenAddress) throws -> [any Service] {
        let status = server.jobs.statusSampler(metrics: instruments.status, wait: { try await Task.sleep(for: $0) })
        let socket = try HTTPListener(
            HTTPService(
                administering: server,
                at: address,
                exposing: instruments.registry,
                metrics: instruments.requests
            ),
            on: address,
            logger: messages.log.logger("gatehouse.http", atLeast: .warning)
        ).socket { port in
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            messages.announce("Metrics are at http://\(host):\(port)/metrics")
        }
        return [BackgroundService { await status.run() }, AdminSocket(socket: socket, address: address)]
    }

    /// Returns the configuration of the shutdown: on a signal, or after the drain time that follows a signal.
    private func shutdownConfiguration(
        _ serving: ServiceGroup,
        drainingOn terminations: UnixSignalsSequence?
    ) -> ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: [serving],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Self.quietLogger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        if let terminations {
            configuration.gracefulShutdownSignals = [.sigint]
            configuration.services.append(
                .init(
                    service: ShutdownDrain(
                        signals: terminations,
                        time: settings.drain,
                        readiness: server.readiness,
                        wait: { try await Task.sleep(for: $0) },
                        logger: server.environment.logger
                    ),
                    successTerminationBehavior: .gracefullyShutdownGroup
                )
            )
        }
        // Services stop in reverse order: the notification precedes the end of the open requests.
        if let serviceManager {
            configuration.services.append(.init(service: StopNotification(manager: serviceManager)))
        }
        return configuration
    }

    private static func mailbox(_ output: Output) -> DevelopmentMailbox {
        DevelopmentMailbox { message in
            switch message {
            case .mail(let mail): output.line("Email to \(mail.to): \(mail.subject)")
            case .sms(let sms): output.line("SMS to \(sms.to): \(sms.text)")
            }
        }
    }

    @Sendable private func report(_ request: RejectedRequest) {
        messages.note(RejectionReport(request, options: storeOptions).lines.joined(separator: "\n"))
    }

    private func announce(port: Int) {
        messages.announce("Gatehouse is listening on \(settings.issuer.text)")
        if let note = settings.reachabilityNote(port: port) { messages.note(note) }
        if mailbox != nil { messages.announce("Emails appear at \(settings.issuer.text)/dev/mail") }
        serviceManager?.notify(.ready)
    }

    /// Creates the first keys while the server already serves requests, which do not wait for them.
    private func prepareKeys() async {
        do {
            try await server.keyring.prepare()
        } catch {
            server.environment.logger.error("could not create signing keys", metadata: ["reason": "\(error)"])
        }
    }

    /// A logger that discards the start and stop order of services.
    private static let quietLogger = Logger(label: "gatehouse.services") { _ in SwiftLogNoOpLogHandler() }
}

/// Background work that is cancelled when the server stops.
struct BackgroundService: Service {
    let work: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await work()
            // Completion must not stop the server.
            try? await gracefulShutdown()
        }
    }
}

/// The socket of the admin address, whose errors name that address.
private struct AdminSocket: Service {
    let socket: any Service
    let address: ListenAddress

    func run() async throws {
        do { try await socket.run() } catch {
            throw CommandError(stoppedBy: error, at: address, option: SettingKey.adminListen)
        }
    }
}

extension IdentityServer {
    /// Throws if the clock is probably wrong.
    ///
    /// - Throws: ``CommandError`` if the clock differs from the database's, is behind the last cleanup, or is so far
    ///   ahead that an implausible share of sessions has expired; also if `restored-at` is in the future.
    func checkClock() async throws(CommandError) {
        if let problem = clock?.problem {
            throw CommandError(problem, advice: "Set the clock, for example by NTP, and start the server again.")
        }
        let last: Date?
        do { last = try await store.lastCleanup() } catch { throw CommandError(error) }
        if !settings.trustsClock, let last, environment.now < last.addingTimeInterval(-StoreClock.tolerance) {
            let (clock, database) = (environment.now.formatted(.iso8601), last.formatted(.iso8601))
            throw CommandError(
                "The clock is at \(clock), but the database was last used at \(database).",
                advice: "Set the clock. If it is correct, start once with --trust-clock."
            )
        }
        try await checkExpiry()
        if let restored = settings.restoredAt, restored > environment.now.addingTimeInterval(StoreClock.tolerance) {
            throw CommandError("Invalid restored-at: \(restored.formatted(.iso8601)) is in the future.")
        }
    }

    private func checkExpiry() async throws(CommandError) {
        let expiry: CleanupForecast.Share?
        do throws(StoreError) {
            expiry = try await jobs.cleanup(wait: { _ in }).implausibleExpiry()
        } catch {
            throw CommandError(error)
        }
        guard let expiry else { return }
        throw CommandError(
            "The clock is at \(environment.now.formatted(.iso8601)): \(expiry.expired) of \(expiry.total) sessions"
                + " would have expired since the server last ran.",
            advice: "Check the clock. If it is correct, start once with --trust-clock."
        )
    }
}

extension CommandError {
    /// Creates the error of a server that could not listen or has stopped.
    package init(stoppedBy error: any Error, at address: ListenAddress, option: SettingKey = .listen) {
        let endpoint = "\(address.host) port \(address.port)"
        switch ListenError(error) {
        case .inUse:
            self.init(
                "Address \(endpoint) is in use.",
                advice: "Stop the other program or change --\(option.rawValue)."
            )
        case .permissionDenied:
            self.init(
                "This user isn't allowed to listen on \(endpoint).",
                advice:
                    "Ports below 1024 require a privilege (CAP_NET_BIND_SERVICE on Linux). Or use a higher port in --\(option.rawValue)."
            )
        case .addressNotAvailable:
            self.init(
                "Address \(address.host) doesn't belong to this machine.",
                advice: "Use an address of this machine in --\(option.rawValue), or 0.0.0.0 for all."
            )
        case nil:
            self.init("The server on \(endpoint) has stopped: \(error).")
        }
    }
}
