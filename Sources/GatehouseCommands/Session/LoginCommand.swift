import ArgumentParser
import Foundation
import Gatehouse

struct LoginCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Signs in through the browser, or with a code on another device.",
        discussion: """
            Where the machine has no display, the code is the default.

            A development server knows this command. Register it once at any other, on the server's machine:

            \(registration)
            """
    )

    /// The command that makes a server know this one.
    static let registration = """
        gatehouse client create --client-id gatehouse-cli --name "Gatehouse command line" --redirect-uri http://127.0.0.1/callback \
        --grant authorization_code --grant refresh_token --grant device_code
        """

    @Flag(help: "Shows a code to enter on another device.")
    var device = false

    @Flag(name: .customLong("no-browser"), help: "Shows the address of the page instead of opening it.")
    var withoutBrowser = false

    @Option(help: ArgumentHelp("What to ask for, separated by spaces.", valueName: "scopes"))
    var scope = "profile email"

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints the account as JSON.")
    var json = false

    func validate() throws {
        guard !(device && withoutBrowser) else { throw ValidationError("--device opens no browser anyway.") }
    }

    func run(in context: CommandContext) async throws {
        let profile =
            options.profile(in: context) ?? SessionProfile(issuer: "http://localhost:8080", client: "gatehouse-cli")
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
            do throws(AuthError) {
                guard usesCode else { return try await client.signIn(scopes: scopes, interaction: .addAccount) }
                return try await client.signInWithDevice(scopes: scopes) { prompt in
                    DeviceCodeScreen(prompt: prompt, output: context.output).show()
                }
            } catch  where error.code == .network && error.recovery == .retry(after: nil) {
                throw CommandFailure(
                    "The server \(profile.issuer) could not be reached.",
                    advice: "Start it, or give --issuer the address of another."
                )
            } catch {
                throw CommandFailure(error)
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
}
