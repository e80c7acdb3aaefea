import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A browser at the engine, without HTTP: it begins a transaction, submits what a person does, and keeps the sign-in it is given.
struct Visit: Sendable {
    let server: FullServer
    let context: RequestContext
    var browser: BrowserContext
    private(set) var transaction: Transaction
    private(set) var outcome: TransactionOutcome?

    init(
        on server: FullServer,
        scopes: ScopeSet = [.openid, .email],
        asksConsent: Bool = false,
        claims: ClaimsRequest? = nil,
        requiredAccount: Account.ID? = nil,
        at step: TransactionStep = .identify(IdentifyStep(mode: .signIn, email: nil)),
        in browser: BrowserContext? = nil,
        address: String = "198.51.100.7"
    ) async throws {
        let client = try #require(try await server.core.store.client("app"))
        let redirectURI = try #require(client.redirectURIs.first.flatMap(RedirectURI.init))
        let intent = AuthorizationIntent(
            clientID: client.id,
            redirectURI: redirectURI,
            redirectURIWasSent: true,
            responseMode: .query,
            state: "state-1",
            nonce: nil,
            scopes: scopes,
            codeChallenge: nil,
            asksConsent: asksConsent,
            maxAge: nil,
            claims: claims,
            requiredAccount: requiredAccount
        )
        self.server = server
        self.context = RequestContext(address: address, requestID: "request-1")
        let present = browser ?? BrowserContext(binding: server.server.browserSessions.newBinding(), session: nil)
        self.browser = present
        transaction = try await server.server.engine.begin(
            .authorization(intent),
            client: client,
            at: step,
            language: .english,
            browser: present
        )
    }

    var step: TransactionStep { transaction.step }
    var number: Int { transaction.state.number }

    /// The answer to the client, once there is one.
    var answer: AuthorizationResponse? {
        guard case .authorization(let response)? = outcome else { return nil }
        return response
    }

    /// Whether it has ended with a code for the client.
    var hasCode: Bool {
        guard case .code? = answer?.outcome else { return false }
        return true
    }

    /// The error that the client is told.
    var error: OAuthErrorCode? {
        guard case .error(let error)? = answer?.outcome else { return nil }
        return error.code
    }

    /// Submits to the present step, or to the one of that number.
    mutating func submit(_ input: TransactionInput, to number: Int? = nil) async throws(TransactionError) {
        do throws(TransactionError) {
            let progress = try await server.server.engine.submit(
                input,
                to: transaction.id,
                step: number ?? self.number,
                language: .english,
                browser: browser,
                context: context
            )
            transaction = progress.transaction
            outcome = progress.outcome
            if let secret = progress.signedIn {
                let session = try? await server.server.browserSessions.resolve(secret)
                browser = BrowserContext(binding: browser.binding, session: session)
            }
        } catch {
            if let present = try? await server.server.engine.load(transaction.id, browser: browser) {
                transaction = present
            }
            throw error
        }
    }

    /// Submits something that must be refused, and says why it was.
    mutating func refused(
        _ input: TransactionInput,
        to number: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransactionError? {
        do throws(TransactionError) {
            try await submit(input, to: number)
            Issue.record("It was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Types the code that was mailed.
    mutating func submitMailedCode(to email: String) async throws {
        try await submit(.code(try await server.code(to: email)))
    }
}

extension TransactionStep {
    /// The name of the step alone.
    var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    var code: CodeStep? {
        guard case .code(let step) = self else { return nil }
        return step
    }

    var mode: IdentifyStep.Mode? {
        guard case .identify(let step) = self else { return nil }
        return step.mode
    }
}
