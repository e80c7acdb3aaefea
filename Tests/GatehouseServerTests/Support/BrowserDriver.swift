import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A browser that drives a flow directly through the runner, without HTTP, and keeps its browser session.
struct BrowserDriver: Sendable {
    let server: CompleteServer
    let context: RequestMetadata
    var browser: BrowserContext
    private(set) var flow: Flow
    private(set) var outcome: FlowResult?

    init(
        on server: CompleteServer,
        scopes: ScopeSet = [.openid, .email],
        requiresConsent: Bool = false,
        authentication: AuthenticationRequirement = AuthenticationRequirement(),
        claims: ClaimsRequest? = nil,
        requiredAccount: Account.ID? = nil,
        at step: FlowStep = .identify(IdentifyStep(mode: .signIn, email: nil)),
        in browser: BrowserContext? = nil,
        address: String = "198.51.100.7",
        userAgent: String? = nil
    ) async throws {
        let client = try #require(try await server.store.client("app"))
        let redirectURI = try #require(client.redirectURIs.first.flatMap(RedirectURI.init))
        let request = ValidatedAuthorizationRequest(
            clientID: client.id,
            redirectURI: redirectURI,
            redirectURIWasSent: true,
            responseMode: .query,
            state: "state-1",
            nonce: nil,
            scopes: scopes,
            codeChallenge: nil,
            requiresConsent: requiresConsent,
            authentication: authentication,
            claims: claims,
            requiredAccount: requiredAccount
        )
        self.server = server
        self.context = RequestMetadata(address: address, requestID: "request-1", userAgent: userAgent)
        let context = browser ?? BrowserContext(binding: server.identity.browserSessions.newBinding())
        self.browser = context
        flow = try await server.identity.flows.runner.start(
            .authorization(request),
            client: client,
            at: step,
            language: .english,
            browser: context
        )
    }

    /// Continues with another flow of the browser.
    mutating func resume(_ flow: Flow) {
        self.flow = flow
        outcome = nil
    }

    var step: FlowStep { flow.step }
    var number: Int { flow.state.number }

    /// The authorization response, once the flow has completed.
    var response: AuthorizationResponse? {
        guard case .authorization(let response)? = outcome else { return nil }
        return response
    }

    /// Whether the flow has completed with an authorization code.
    var hasCode: Bool {
        guard case .code? = response?.outcome else { return false }
        return true
    }

    /// The error of the authorization response.
    var error: OAuthErrorCode? {
        guard case .error(let error)? = response?.outcome else { return nil }
        return error.code
    }

    /// Submits an input to the current step or to the step with the given number.
    mutating func submit(_ input: FlowInput, to number: Int? = nil) async throws(FlowError) {
        do throws(FlowError) {
            let progress = try await server.identity.flows.runner.submit(
                input,
                to: flow.id,
                step: number ?? self.number,
                language: .english,
                browser: browser,
                context: context
            )
            flow = progress.flow
            outcome = progress.outcome
            if let change = progress.browserChange, let next = try? await browser.applying(change, on: server) {
                browser = next
            }
        } catch {
            if let current = try? await server.identity.flows.repository.load(flow.id, browser: browser) {
                flow = current
            }
            throw error
        }
    }

    /// Signs in with a password.
    mutating func signIn(_ email: String, password: String, endsWithBrowser: Bool = false) async throws(FlowError) {
        let entry = EntryOptions(endsWithBrowser: endsWithBrowser)
        try await submit(.entered(.signInByPassword(email: email), entry))
        try await submit(.password(password))
    }

    /// Submits an input that must be rejected and returns the error.
    mutating func rejection(
        _ input: FlowInput,
        to number: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> FlowError? {
        do throws(FlowError) {
            try await submit(input, to: number)
            Issue.record("The input was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Submits the code in the newest message to the address.
    mutating func submitMailedCode(to email: String) async throws {
        try await submit(.code(try await server.code(to: email)))
    }
}

extension BrowserContext {
    /// Returns the browser after a change of its cookies.
    func applying(_ change: BrowserChange, on server: CompleteServer) async throws(OAuthError) -> BrowserContext {
        var secrets = slots.secrets
        for slot in change.slots { secrets[slot.number] = slot.entry?.secret }
        return BrowserContext(
            binding: binding,
            slots: try await server.identity.browserSessions.resolve(secrets),
            device: change.device ?? device
        )
    }

    /// Returns the decision on an authorization request of the client `app` from this browser.
    func authorize(
        _ changes: [ParameterName: String?] = [:],
        on server: CompleteServer
    ) async throws -> AuthorizationDecision {
        var values: [ParameterName: String?] = [
            .clientID: "app", .redirectURI: ServerHarness.redirectURI, .responseType: "code",
            .scope: "openid", .codeChallenge: String(repeating: "A", count: 43), .codeChallengeMethod: "S256",
        ]
        values.merge(changes) { $1 }
        var parameters = Parameters()
        for (name, value) in values { parameters.append(name, value) }
        return try await server.identity.authorization.authorize(
            parameters,
            browser: self,
            context: RequestMetadata(address: "198.51.100.7", requestID: "request-2", userAgent: "Example/2"),
            acceptLanguage: nil
        )
    }
}

extension AuthorizationDecision {
    /// The code of the response.
    var code: Secret? {
        guard case .respond(let response) = self, case .code(let code) = response.outcome else { return nil }
        return code
    }

    /// The error of the response.
    var error: OAuthErrorCode? {
        guard case .respond(let response) = self, case .error(let error) = response.outcome else { return nil }
        return error.code
    }

    /// The flow that waits for the user.
    var flow: Flow? {
        guard case .interact(let flow) = self else { return nil }
        return flow
    }
}

extension CompleteServer {
    /// Returns the account that a code was issued for.
    func account(of code: Secret?) async throws -> Account.ID? {
        guard let code else { return nil }
        return try await store.code(AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal())))?.accountID
    }
}

extension FlowStep {
    /// The name of the step's case.
    var name: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    var code: CodeChallengeStep? {
        guard case .code(let step) = self else { return nil }
        return step
    }

    var additionalFactor: AdditionalFactorStep? {
        guard case .additionalFactor(let step) = self else { return nil }
        return step
    }

    var mode: IdentifyStep.Mode? {
        guard case .identify(let step) = self else { return nil }
        return step.mode
    }
}
