import ArgumentParser
import Foundation
import Gatehouse

struct LoginCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Signs in through the browser, with a code on another device, or here at the terminal.",
        discussion: """
            Where the machine has no display, the code is the default.

            The session is stored encrypted. Its key is in the keyring of the desktop, or where there is none in ~/.local/share/gatehouse.

            A development server knows this command. Register it once at any other, on the server's machine:

            gatehouse client create --client-id \(browserClient) \\
              --name "Gatehouse command line" --redirect-uri http://127.0.0.1/callback \\
              --grant authorization_code --grant refresh_token --grant device_code

            For --native:

            gatehouse client create --client-id \(nativeClient) \\
              --name "Gatehouse command line" --native password
            """
    )

    /// Who this command is when it signs people in itself.
    private static let nativeClient = "gatehouse-native"
    private static let browserClient = "gatehouse-cli"

    @Flag(help: "Shows a code to enter on another device.")
    var device = false

    @Flag(name: .customLong("no-browser"), help: "Shows the address of the page instead of opening it.")
    var withoutBrowser = false

    @Flag(help: "Asks here at the terminal for address, code and password, without a browser.")
    var native = false

    @Flag(help: "With --native: creates an account.")
    var signUp = false

    @Flag(help: "With --native: sets a new password where the old one is lost.")
    var resetPassword = false

    @Option(help: ArgumentHelp("With --native: the address to sign in with.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("What to ask for, separated by spaces.", valueName: "scopes"))
    var scope = "profile email"

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints the account as JSON.")
    var json = false

    func validate() throws {
        guard !(device && withoutBrowser) else { throw ValidationError("--device opens no browser anyway.") }
        guard !native || !(device || withoutBrowser) else { throw ValidationError("--native needs no other device.") }
        guard native || !(signUp || resetPassword) && email == nil else {
            throw ValidationError("--sign-up, --reset-password and --email go with --native.")
        }
        guard !(signUp && resetPassword) else {
            throw ValidationError("A new account has no password to reset.")
        }
    }

    func run(in context: CommandContext) async throws {
        let profile = profile(in: context)
        guard let scopes = ScopeSet(parsing: scope) else {
            throw CommandFailure(
                "The scope has a character that scopes may not have.",
                advice: "Separate scopes with single spaces."
            )
        }
        let usesCode = device || !withoutBrowser && Headless.isHeadless(environment: context.environment)
        let browser = CheckedBrowser(
            transport: context.transport,
            browser: AnnouncedBrowser(
                output: context.output,
                browser: withoutBrowser ? nil : SystemBrowser(environment: context.environment)
            )
        )
        let client = try context.client(for: profile, browser: browser)

        let session = try await Interrupt.cancelling { () async throws -> Session in
            if native { return try await signInHere(client, scopes, in: context) }
            do throws(AuthError) {
                guard usesCode else { return try await client.signIn(scopes: scopes, interaction: .addAccount) }
                return try await client.signInWithDevice(scopes: scopes) { prompt in
                    DeviceCodeScreen(prompt: prompt, output: context.output).show()
                }
            } catch {
                throw failure(error, profile)
            }
        }
        try profile.save(environment: context.environment)
        // The server tells the name and the address only now; without them it is still a sign-in.
        let user = try? await session.user()
        let account = user.map { Account(id: $0.id, name: $0.name, email: $0.email) } ?? session.account
        let summary = AccountSummary(account, isCurrent: true)
        if json { return try context.output.json(summary) }
        context.output.line("Signed in as \(summary.label).")
    }

    /// Asks the person for everything here.
    private func signInHere(
        _ client: GatehouseClient,
        _ scopes: ScopeSet,
        in context: CommandContext
    ) async throws -> Session {
        let login = NativeLogin(client: client, ask: Questions(context: context), scopes: scopes)
        let purpose: NativeLogin.Purpose? = signUp ? .signUp : resetPassword ? .passwordReset : nil
        do {
            return try await login.run(purpose, email: email)
        } catch let error as AuthError {
            throw nativeFailure(error) ?? failure(error, profile(in: context))
        }
    }

    /// What only a sign-in at the terminal meets.
    private func nativeFailure(_ error: AuthError) -> CommandFailure? {
        switch error.code {
        case .browserRequired, .secondFactorRequired, .registrationRequired:
            CommandFailure(error.message, advice: "Run 'gatehouse login' without --native.")
        case .userNotFound:
            CommandFailure(error.message, advice: "Run 'gatehouse login --native --sign-up'.")
        case .userAlreadyExists:
            CommandFailure(error.message, advice: "Run 'gatehouse login --native' to sign in.")
        case .invalidUsername:
            CommandFailure("That is not an e-mail address.", advice: "Run it again with another one.")
        case .expired:
            CommandFailure(error.message)
        default: nil
        }
    }

    private func profile(in context: CommandContext) -> SessionProfile {
        let usual = native ? Self.nativeClient : Self.browserClient
        var profile = options.profile(in: context) ?? SessionProfile(issuer: "http://localhost:8080", client: usual)
        // The client of the last sign-in may be one for the other way.
        let isOther = native ? profile.client != usual : profile.client == Self.nativeClient
        if isOther, !options.namesClient(in: context) { profile.client = usual }
        return profile
    }

    private func failure(_ error: AuthError, _ profile: SessionProfile) -> CommandFailure {
        guard error.code == .network, error.recovery == .retry(after: nil) else { return CommandFailure(error) }
        return CommandFailure(
            "The server \(profile.issuer) could not be reached.",
            advice: "Start it, or give --issuer the address of another."
        )
    }
}
