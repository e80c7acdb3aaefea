import ArgumentParser
import Foundation
import Gatehouse
import GatehouseQRCode
import GatehouseWire

struct LoginCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in with a browser, another device or this terminal.",
        discussion: """
            Without a display, --device is the default.

            The session is stored encrypted, with its key in the desktop's keyring, or in ~/.local/share/gatehouse \
            without one.

            Development mode includes this client. On other servers, register it once, on the server's machine:

            gatehouse client create --client-id \(browserClient) \\
              --name "Gatehouse command line" --redirect-uri http://127.0.0.1/callback \\
              --grant authorization_code --grant refresh_token --grant device_code \\
              --scope 'openid profile email offline_access account'

            For --native and --passkey:

            gatehouse client create --client-id \(nativeClient) \\
              --name "Gatehouse command line" --native password
            """
    )

    /// The client IDs without pages and with them.
    private static let nativeClient = "gatehouse-native"
    private static let browserClient = "gatehouse-cli"

    @Flag(help: "Show a code to enter on another device.")
    var device = false

    @Flag(name: .customLong("no-browser"), help: "Show the address of the page instead of opening it.")
    var withoutBrowser = false

    @Flag(help: "Sign in at this terminal, without a browser.")
    var native = false

    @Flag(help: "Sign in with a passkey on a security key, without a browser.")
    var passkey = false

    @Flag(help: "Create an account (with --native).")
    var signUp = false

    @Flag(help: "Reset a forgotten password (with --native).")
    var resetPassword = false

    @Option(help: ArgumentHelp("Email address (with --native)", valueName: "address"))
    var email: String?

    @Option(
        help: ArgumentHelp(
            "Requested scopes, separated by spaces (default: profile email, and account if the client has it)",
            valueName: "scopes"
        ),
        transform: ScopeSet.init(argument:)
    )
    var scope: ScopeSet?

    @Option(
        name: .customLong("resource"),
        help: ArgumentHelp(
            "API whose tokens 'gatehouse token --resource' prints; add its scopes to --scope; repeatable",
            valueName: "identifier"
        )
    )
    var resources: [String] = []

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the account as JSON.")
    var json = false

    func validate() throws {
        guard !(device && withoutBrowser) else { throw ValidationError("Use --device or --no-browser, not both.") }
        guard !native || !(device || withoutBrowser) else {
            throw ValidationError("--native can't be combined with --device or --no-browser.")
        }
        guard !passkey || !(device || withoutBrowser || native) else {
            throw ValidationError("--passkey can't be combined with --native, --device or --no-browser.")
        }
        guard native || !(signUp || resetPassword) && email == nil else {
            throw ValidationError("--sign-up, --reset-password and --email require --native.")
        }
        guard resources.isEmpty || hasPages else {
            throw ValidationError("--resource can't be combined with --native or --passkey.")
        }
        guard !(signUp && resetPassword) else {
            throw ValidationError("Use --sign-up or --reset-password, not both.")
        }
    }

    func run(in context: CommandContext) async throws {
        var profile = profile(in: context)
        let method = method(in: context)
        profile.method = method
        let scopes = scope ?? [.profile, .email]
        let client = try context.client(for: profile, browser: context.signInBrowser(for: method))
        let session = try await Interrupt.cancelling { [profile] () async throws -> Session in
            if !hasPages { return try await signInAtTerminal(client, scopes, in: context) }
            do throws(AuthError) {
                return try await signIn(client, scopes, method: method, output: context.output)
            } catch {
                throw failure(error, profile)
            }
        }
        try profile.save(environment: context.environment)
        // The name and address come from the server; the sign-in succeeded even without them.
        let user = try? await session.user()
        let account = user.map { Account(id: $0.id, name: $0.name, email: $0.email) } ?? session.account.info
        let summary = AccountSummary(account, isCurrent: true)
        if json { return try context.output.json(summary) }
        context.output.line("Signed in as \(summary.label).")
    }

    /// Whether the server's pages are shown.
    private var hasPages: Bool { !native && !passkey }

    private func method(in context: CommandContext) -> SessionProfile.Method {
        if passkey { return .passkey }
        if native { return .terminal }
        if withoutBrowser { return .address }
        return device || DisplayAvailability.isHeadless(environment: context.environment) ? .device : .browser
    }

    /// Signs in by browser or device; without `--scope`, also requests the scope of the account commands.
    ///
    /// If the client is not registered for that scope, repeats the request without it.
    private func signIn(
        _ client: GatehouseClient,
        _ scopes: ScopeSet,
        method: SessionProfile.Method,
        output: Output
    ) async throws(AuthError) -> Session {
        let screen = DeviceCodeScreen.presenter(output)
        func attempt(_ scopes: ScopeSet) async throws(AuthError) -> Session {
            guard method == .device else {
                let options = SignInOptions(resources: resources)
                return try await client.signIn(scopes: scopes, interaction: .addAccount, options: options)
            }
            return try await client.signInWithDeviceCode(scopes: scopes, resources: resources, presenting: screen)
        }
        guard scope == nil else { return try await attempt(scopes) }
        do throws(AuthError) {
            return try await attempt(scopes.union([.account]))
        } catch {
            guard error.response?.error == OAuthErrorCode.invalidScope.rawValue else { throw error }
            return try await attempt(scopes)
        }
    }

    /// Signs in with prompts at the terminal; native apps get further scopes later, without a sign-in.
    private func signInAtTerminal(
        _ client: GatehouseClient,
        _ scopes: ScopeSet,
        in context: CommandContext
    ) async throws -> Session {
        let login = TerminalSignIn(client: client, prompt: TerminalPrompt(context: context), scopes: scopes)
        let purpose: TerminalSignIn.Purpose? = signUp ? .signUp : resetPassword ? .passwordReset : nil
        do {
            return passkey ? try await login.runWithPasskey() : try await login.run(purpose, email: email)
        } catch let error as AuthError {
            throw nativeFailure(error) ?? failure(error, profile(in: context))
        }
    }

    /// Returns the error for failures that only occur in a sign-in at the terminal.
    private func nativeFailure(_ error: AuthError) -> CommandError? {
        switch error.code {
        case .browserRequired, .secondFactorRequired, .secondFactorEnrollmentRequired:
            CommandError(error.message, advice: "Run: gatehouse login")
        case .userNotFound:
            CommandError(error.message, advice: "Run: gatehouse login --native --sign-up")
        case .userAlreadyExists:
            CommandError(error.message, advice: "Run: gatehouse login --native")
        case .invalidUsername:
            CommandError("The email address isn't valid.", advice: "Example: --email name@example.com")
        case .flowExpired:
            CommandError(error.message)
        default: nil
        }
    }

    private func profile(in context: CommandContext) -> SessionProfile {
        let defaultClient = hasPages ? Self.browserClient : Self.nativeClient
        var profile =
            options.profile(in: context) ?? SessionProfile(issuer: "http://localhost:8080", client: defaultClient)
        // The client of the last sign-in may belong to the other mode.
        let isOther = hasPages ? profile.client == Self.nativeClient : profile.client != defaultClient
        if isOther, !options.namesClient(in: context) {
            profile = SessionProfile(issuer: profile.issuer, client: defaultClient)
        }
        return profile
    }

    private func failure(_ error: AuthError, _ profile: SessionProfile) -> CommandError {
        guard error.code == .network, error.recovery == .retry(after: nil) else {
            return CommandError(error, clientID: profile.client)
        }
        return CommandError(
            "Server \(profile.issuer) can't be reached.",
            advice: "Start it, or change --issuer."
        )
    }
}

/// The instructions for signing in with another device (RFC 8628 §3.3).
struct DeviceCodeScreen: Sendable {
    let prompt: DeviceAuthorizationPrompt
    let output: Output

    /// Returns a closure that shows the instructions.
    static func presenter(_ output: Output) -> @Sendable (DeviceAuthorizationPrompt) async -> Void {
        { prompt in DeviceCodeScreen(prompt: prompt, output: output).show() }
    }

    func show() {
        output.error(
            """

            To sign in, open this address on any device:

              \(prompt.verificationURI.absoluteString)

            Enter this code:

              \(prompt.userCode)

            """
        )
        if output.isErrorTerminal,
            let code = QRCode(text: (prompt.verificationURIComplete ?? prompt.verificationURI).absoluteString)
        {
            output.error("Or scan:\n")
            for line in code.terminalLines(colored: true) { output.error("  " + line) }
            output.error("")
        }
        output.progress("Waiting for sign-in… (Ctrl-C to cancel)")
    }
}
