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
        address: String = "198.51.100.7"
    ) async throws {
        let client = try #require(try await server.core.store.client("app"))
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
        self.context = RequestMetadata(address: address, requestID: "request-1")
        let context = browser ?? BrowserContext(binding: server.server.browserSessions.newBinding(), session: nil)
        self.browser = context
        flow = try await server.server.flows.runner.start(
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
            let progress = try await server.server.flows.runner.submit(
                input,
                to: flow.id,
                step: number ?? self.number,
                language: .english,
                browser: browser,
                context: context
            )
            flow = progress.flow
            outcome = progress.outcome
            if let secret = progress.browserSessionSecret {
                let session = try? await server.server.browserSessions.resolve(secret)
                browser = BrowserContext(binding: browser.binding, session: session)
            }
        } catch {
            if let current = try? await server.server.flows.repository.load(flow.id, browser: browser) {
                flow = current
            }
            throw error
        }
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
