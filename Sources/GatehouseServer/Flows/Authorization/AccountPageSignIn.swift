import Foundation
package import GatehouseStore
import GatehouseWire

/// Starts sign-ins for the account pages: of new visitors, and of users whose sign-in is not recent enough.
package struct AccountPageSignIn: Sendable {
    let runner: FlowRunner
    let policy: AuthenticationPolicy
    let records: RecordLookup
    let environment: ServerEnvironment
    /// The maximum age, in seconds, of a sign-in that may change credentials or addresses, or delete the account.
    let freshSignIn: TimeInterval

    /// Starts a sign-in that returns to a page of the account.
    ///
    /// - Parameters:
    ///   - path: The path of the page below the issuer's, with its query.
    ///   - account: The account whose user proves their identity again; `nil` for a browser without a sign-in.
    ///   - language: The language of messages.
    ///   - browser: The browser.
    /// - Returns: The flow, at its first step.
    /// - Throws: ``FlowError/notPossible`` for a path outside the account pages.
    package func start(
        returningTo path: String,
        reproving account: Account?,
        language: Language,
        browser: BrowserContext
    ) async throws(FlowError) -> Flow {
        let requirement = account == nil ? AuthenticationRequirement() : Self.requirement(freshSignIn)
        guard let request = AccountPageRequest(returningTo: path, requiring: requirement) else { throw .notPossible }
        return try await runner.start(
            .accountPage(request),
            client: records.accountPages,
            at: .identify(IdentifyStep(mode: .signIn, email: account?.email?.value)),
            language: language,
            browser: browser
        )
    }

    /// Starts the choice among the accounts of the browser, which leads to the account pages.
    package func startChoice(language: Language, browser: BrowserContext) async throws(FlowError) -> Flow {
        guard
            let request = AccountPageRequest(
                returningTo: AccountPageRequest.root,
                requiring: AuthenticationRequirement()
            )
        else { throw .notPossible }
        return try await runner.start(
            .accountPage(request),
            client: records.accountPages,
            at: .chooseAccount(ChooseAccountStep(emailHint: nil)),
            language: language,
            browser: browser
        )
    }

    private static func requirement(_ age: TimeInterval) -> AuthenticationRequirement {
        var requirement = AuthenticationRequirement()
        requirement.maxAge = Int(age)
        return requirement
    }
}

extension AccountPageRequest {
    /// Whether a signed-in user proves their identity again.
    package var isReproof: Bool { authentication.maxAge != nil }
}
