import GatehouseDelivery
import GatehouseHTTP
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Logging
import ServiceLifecycle
import UnixSignals

/// The server put together: the one place where logic meets its store, mail, clock and socket.
struct RunningServer: Sendable {
    private let settings: Settings
    /// The options that name its records.
    private let storeOptions: [String]
    private let output: Output
    private let core: ServerCore
    private let mailbox: DevelopmentMailbox?
    private let transport: any MailTransport
    private let sms: (any SMSTransport)?
    private let certificates: ServerCertificates?

    /// Opens everything that a start can fail on, so that it fails before anybody is answered.
    init(_ settings: Settings, store: StoreOptions, in context: CommandContext) async throws(CommandFailure) {
        self.settings = settings
        storeOptions = RefusalReport.options(config: store.config, data: store.data, database: store.database)
        output = context.output
        certificates = try settings.certificate?.load()
        let mailbox = settings.needsMailbox ? Self.mailbox(context.output) : nil
        self.mailbox = mailbox
        let smtp: SMTPTransport? =
            if let url = settings.smtp { SMTPTransport(try settings.mailServer(url)) } else { nil }
        guard let transport: any MailTransport = smtp ?? mailbox else { throw Settings.noMail }
        self.transport = transport
        sms = if let sms = settings.sms { SMSGatewayTransport(try sms.gateway()) } else { mailbox }
        core = try await context.serverCore(
            settings,
            logger: Self.logger(settings, context),
            hasher: PasswordHasher(),
            for: .server
        )
        try await core.checkClock()
        // Keys that cannot be read end the start. The first ones are made while the server already answers, but in a database that others
        // use: one that starts at the same moment may have made them, under another key file.
        do throws(KeyringError) {
            if case .postgres = settings.database { try await core.keyring.prepare() }
            _ = try await core.keyring.verifier()
        } catch {
            throw CommandFailure(error)
        }
        let developmentClients = DevelopmentClients(core: core)
        if settings.isDevelopment {
            try await developmentClients.register()
        } else if let warning = try await developmentClients.warning() {
            output.error(warning)
        }
        for client in try await Administration(core: core).apply(settings.clientAttributes) {
            output.error(
                "Warning: the configuration file says what the client \(client) asks for, and there is none."
                    + " Once it is created, start the server again."
            )
        }
    }

    /// Serves until SIGTERM or Ctrl-C, and then until what was under way is answered.
    func run() async throws {
        let delivery = MailDelivery(
            core: core,
            transport: transport,
            sms: sms,
            wait: { try await Task.sleep(for: $0) }
        )
        let housekeeping = Housekeeping(core: core, wait: { try await Task.sleep(for: $0) })
        let sharing = LimitSharing(core: core, wait: { try await Task.sleep(for: $0) })
        let clock = ClockWatch(core: core, wait: { try await Task.sleep(for: $0) })
        let services: [any Service] = [
            BackgroundService { await delivery.run() },
            BackgroundService { await housekeeping.run() },
            BackgroundService { await sharing.run() },
            BackgroundService { await clock.run() },
            BackgroundService {
                await prepareKeys()
                CodePages.release()
            },
            HangupListener(
                certificates: certificates,
                now: core.environment.now,
                logger: core.environment.logger
            ),
        ]
        do {
            let server = IdentityServer(core: core)
            let service = HTTPService(
                server: server,
                mailbox: mailbox,
                behind: settings.trustedProxies,
                reportRefusal: settings.isDevelopment ? report : nil
            )
            let serving = try service.serving(
                on: settings.listen,
                certificates: certificates,
                services: services,
                limits: ConnectionLimits(total: DescriptorLimit.connections()),
                logger: Logger(label: "gatehouse.http") { label in
                    var handler = StreamLogHandler.standardError(label: label)
                    handler.logLevel = .warning
                    return handler
                },
                onReady: { announce(port: $0) }
            )
            try await ServiceGroup(configuration: ending(serving, server.readiness)).run()
        } catch {
            core.hasher.shutdown()
            throw CommandFailure(stoppedBy: error, at: settings.listen)
        }
        core.hasher.shutdown()
    }

    /// When serving ends: at a signal, or a while after it.
    private func ending(_ serving: ServiceGroup, _ readiness: Readiness) -> ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: [serving],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: Self.quietLogger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(30)
        if settings.drain > .zero {
            configuration.gracefulShutdownSignals = [.sigint]
            configuration.services.append(
                .init(
                    service: DrainListener(
                        time: settings.drain,
                        readiness: readiness,
                        wait: { try await Task.sleep(for: $0) },
                        logger: core.environment.logger
                    ),
                    successTerminationBehavior: .gracefullyShutdownGroup
                )
            )
        }
        return configuration
    }

    private static func mailbox(_ output: Output) -> DevelopmentMailbox {
        DevelopmentMailbox { message in
            switch message {
            case .mail(let mail): output.line("Mail to \(mail.to): \(mail.subject)")
            case .sms(let sms): output.line("SMS to \(sms.to): \(sms.text)")
            }
        }
    }

    @Sendable private func report(_ request: RefusedRequest) {
        output.error(RefusalReport(request, options: storeOptions).lines.joined(separator: "\n"))
    }

    private func announce(port: Int) {
        output.line("Gatehouse is listening on \(settings.issuer.text)")
        if let note = settings.reachabilityNote(port: port) { output.error(note) }
        if mailbox != nil { output.line("Mail can be read at \(settings.issuer.text)/dev/mail") }
    }

    /// Makes the first keys while the server already answers; nobody else has to wait for them then.
    private func prepareKeys() async {
        do {
            try await core.keyring.prepare()
        } catch {
            core.environment.logger.error("The signing keys could not be made", metadata: ["reason": "\(error)"])
        }
    }

    private static func logger(_ settings: Settings, _ context: CommandContext) -> Logger {
        var logger = Logger(label: "gatehouse") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = context.environment["GATEHOUSE_LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:)) ?? .info
        return logger
    }

    /// What starts and stops in which order is of no interest to an operator.
    private static let quietLogger = Logger(label: "gatehouse.services") { _ in SwiftLogNoOpLogHandler() }
}
