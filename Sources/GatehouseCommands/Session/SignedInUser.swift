import Foundation
import Gatehouse
import GatehouseWire

/// The signed-in user of the account commands, who signs in again if the server requires it.
struct SignedInUser: Sendable {
    let session: Session
    private let client: GatehouseClient
    private let method: SessionProfile.Method
    private let context: CommandContext

    /// Creates the user of the current session.
    init(_ options: SessionOptions, in context: CommandContext) async throws(CommandError) {
        guard let profile = options.profile(in: context) else { throw .signInNeeded }
        let isHeadless = DisplayAvailability.isHeadless(environment: context.environment)
        self.context = context
        method = profile.method ?? (isHeadless ? .device : .browser)
        client = try context.client(for: profile, browser: context.signInBrowser(for: method))
        session = try await options.session(of: client)
    }

    /// The email address, name or ID of the account.
    var label: String { AccountSummary(session.account.info, isCurrent: true).label.printable }

    /// Performs an operation on the account; again after a sign-in if the server requires a recent one.
    ///
    /// With a browser, the SDK itself shows the sign-in page.
    func perform<Value: Sendable>(
        _ operation: @escaping @Sendable (SessionAccount) async throws(AuthError) -> Value
    ) async throws -> Value {
        try await Interrupt.cancelling {
            do throws(AuthError) {
                return try await operation(session.account)
            } catch {
                guard error.code == .reauthenticationRequired, [.terminal, .passkey, .device].contains(method) else {
                    throw CommandError(error)
                }
            }
            let account = try await signInAgain().account
            do throws(AuthError) { return try await operation(account) } catch { throw CommandError(error) }
        }
    }

    /// Signs the same user in again.
    private func signInAgain() async throws -> Session {
        context.output.error("Sign in again to continue.")
        let renewed: Session
        do {
            if method == .device {
                renewed = try await client.signInWithDeviceCode(
                    scopes: session.scopes,
                    presenting: DeviceCodeScreen.presenter(context.output)
                )
            } else {
                let login = TerminalSignIn(
                    client: client,
                    prompt: TerminalPrompt(context: context),
                    scopes: session.scopes
                )
                renewed =
                    method == .passkey
                    ? try await login.runWithPasskey()
                    : try await login.run(.signIn, email: try await emailAddress)
            }
        } catch let error as AuthError {
            throw CommandError(error)
        }
        guard renewed.account.id == session.account.id else {
            _ = try? await client.signOut(renewed.account.info)
            _ = try? await client.switchAccount(to: session.account.info)
            throw CommandError("Another user signed in. Nothing was changed.", advice: "Sign in as \(label).")
        }
        return renewed
    }

    /// The address with which the user signs in at the terminal.
    private var emailAddress: String? {
        get async throws(AuthError) {
            if let email = session.account.email { return email }
            return try await session.account.details().addresses.first { $0.kind == .email }?.value
        }
    }
}
