import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A client of the native API that calls the native flows directly, without HTTP, and keeps the continuation token.
struct NativeApp: Sendable {
    let server: CompleteServer
    let client: Client
    let context: RequestMetadata
    private(set) var flow = NativeFlowRequest.Flow.signIn
    private(set) var progress: NativeFlowProgress?

    init(on server: CompleteServer, client: Client.ID = "app", address: String = "198.51.100.7") async throws {
        self.server = server
        self.client = try #require(try await server.store.client(client))
        context = RequestMetadata(address: address, requestID: "request-1")
    }

    private var flows: NativeFlows { server.identity.flows.native }

    var step: FlowStep? { progress?.step }
    var stepName: String? { progress?.step.name }

    var token: Secret {
        get throws { try #require(progress?.token) }
    }

    mutating func begin(_ start: NativeFlowStart) async throws(FlowError) {
        flow = start.flow
        progress = try await flows.start(start, client: client, language: .english, context: context)
    }

    mutating func begin(
        _ flow: NativeFlowRequest.Flow,
        _ email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws(FlowError) {
        try await begin(NativeFlowStart(flow: flow, email: email, password: password, attributes: attributes))
    }

    /// Submits an input with the current token or with another one.
    mutating func submit(
        _ input: FlowInput,
        with token: Secret? = nil,
        as flow: NativeFlowRequest.Flow? = nil
    ) async throws(FlowError) {
        progress = try await flows.submit(
            input,
            token: token ?? progress?.token ?? Secret(""),
            at: .flow(flow ?? self.flow),
            client: client,
            language: .english,
            context: context
        )
    }

    mutating func requestChallenge() async throws(FlowError) {
        try await submit(.requestChallenge([.code, .password]))
    }

    mutating func submitMailedCode(to email: String) async throws {
        try await submit(.code(try await server.code(to: email)))
    }

    func redeem(
        _ proof: NativeTokenRequest.Proof,
        scopes: ScopeSet = [.openid, .offlineAccess],
        with token: Secret? = nil
    ) async throws(FlowError) -> TokenResponse {
        let redemption = try await flows.redeem(
            NativeTokenRequest(proof: proof, scopes: scopes),
            token: token ?? progress?.token ?? Secret(""),
            client: client,
            language: .english,
            context: context
        )
        guard case .tokens(let tokens) = redemption else { throw .additionalFactorRequired }
        return tokens.response
    }

    /// Submits an input that must be rejected and returns the error.
    mutating func rejection(
        _ input: FlowInput,
        with token: Secret? = nil,
        as flow: NativeFlowRequest.Flow? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> FlowError? {
        do throws(FlowError) {
            try await submit(input, with: token, as: flow)
            Issue.record("The input was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    func tokenRejection(
        _ proof: NativeTokenRequest.Proof,
        scopes: ScopeSet = [.openid],
        with token: Secret? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> FlowError? {
        do throws(FlowError) {
            _ = try await redeem(proof, scopes: scopes, with: token)
            Issue.record("The token request was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Starts a flow that must be rejected and returns the error.
    mutating func startRejection(
        _ start: NativeFlowStart,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> FlowError? {
        do throws(FlowError) {
            try await begin(start)
            Issue.record("The start was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Returns the session of the tokens.
    func session(of tokens: TokenResponse) async throws -> Session {
        let live = try #require(
            try await server.identity.accessTokens.check(tokens.accessToken)
        )
        guard case .user(_, let session) = live.bearer else { throw NoSession() }
        return session
    }

    struct NoSession: Error {}
}

extension CompleteServer {
    /// Returns a server with one native client, `app`.
    static func withNativeApp(
        _ method: NativeAuthenticationSettings.Method,
        disclosesAccounts: Bool = false,
        attributes: [ClientAttribute] = [],
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        change: (inout Client) -> Void = { _ in }
    ) async throws -> CompleteServer {
        try await .with(limits: limits, store: store) { client in
            client.native = NativeAuthenticationSettings(method: method, disclosesAccounts: disclosesAccounts)
            client.attributes = attributes
            change(&client)
        }
    }
}
