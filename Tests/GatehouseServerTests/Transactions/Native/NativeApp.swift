import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// An app with pages of its own at the engine, without HTTP: it begins a flow, says what its person did, and keeps the token.
struct NativeApp: Sendable {
    let server: FullServer
    let client: Client
    let context: RequestContext
    private(set) var flow = NativeIntent.Flow.signIn
    private(set) var progress: NativeProgress?

    init(on server: FullServer, client: Client.ID = "app", address: String = "198.51.100.7") async throws {
        self.server = server
        self.client = try #require(try await server.core.store.client(client))
        context = RequestContext(address: address, requestID: "request-1")
    }

    private var engine: TransactionEngine { server.server.engine }

    var step: TransactionStep? { progress?.step }
    var stepName: String? { progress?.step.name }

    var token: Secret {
        get throws { try #require(progress?.token) }
    }

    mutating func begin(_ start: NativeStart) async throws(TransactionError) {
        flow = start.flow
        progress = try await engine.beginNative(start, client: client, language: .english, context: context)
    }

    mutating func begin(
        _ flow: NativeIntent.Flow,
        _ email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:]
    ) async throws(TransactionError) {
        try await begin(NativeStart(flow: flow, email: email, password: password, attributes: attributes))
    }

    /// Says something with the present token, or with another.
    mutating func submit(
        _ input: TransactionInput,
        with token: Secret? = nil,
        as flow: NativeIntent.Flow? = nil
    ) async throws(TransactionError) {
        progress = try await engine.submitNative(
            input,
            token: token ?? progress?.token ?? Secret(""),
            flow: flow ?? self.flow,
            client: client,
            language: .english,
            context: context
        )
    }

    mutating func askChallenge() async throws(TransactionError) {
        try await submit(.askChallenge([.code, .password]))
    }

    mutating func submitMailedCode(to email: String) async throws {
        try await submit(.code(try await server.code(to: email)))
    }

    func redeem(
        _ proof: NativeGrant.Proof,
        scopes: ScopeSet = [.openid, .offlineAccess],
        with token: Secret? = nil
    ) async throws(TransactionError) -> TokenResponse {
        try await engine.redeemNative(
            NativeGrant(proof: proof, scopes: scopes),
            token: token ?? progress?.token ?? Secret(""),
            client: client,
            language: .english,
            context: context
        ).response
    }

    /// Says something that must be refused, and tells why it was.
    mutating func refused(
        _ input: TransactionInput,
        with token: Secret? = nil,
        as flow: NativeIntent.Flow? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransactionError? {
        do throws(TransactionError) {
            try await submit(input, with: token, as: flow)
            Issue.record("It was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    func refusedToken(
        _ proof: NativeGrant.Proof,
        scopes: ScopeSet = [.openid],
        with token: Secret? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransactionError? {
        do throws(TransactionError) {
            _ = try await redeem(proof, scopes: scopes, with: token)
            Issue.record("It was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// Why a flow does not begin.
    mutating func refusedStart(
        _ start: NativeStart,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransactionError? {
        do throws(TransactionError) {
            try await begin(start)
            Issue.record("It was accepted.", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }

    /// The session that tokens belong to.
    func session(of tokens: TokenResponse) async throws -> Session {
        let live = try #require(try await AccessTokenChecker(core: server.core).check(tokens.accessToken))
        guard case .person(_, let session) = live.bearer else { throw NoSession() }
        return session
    }

    struct NoSession: Error {}
}

extension FullServer {
    /// A server with one app that has pages of its own.
    static func withNativeApp(
        _ method: NativeAuthentication.Method,
        reveals: Bool = false,
        attributes: [ClientAttribute] = [],
        limits: Limits = Limits(),
        store: any Store = MemoryStore(),
        change: (inout Client) -> Void = { _ in }
    ) async throws -> FullServer {
        try await .with(limits: limits, store: store) { client in
            client.native = NativeAuthentication(method: method, revealsAccounts: reveals)
            client.attributes = attributes
            change(&client)
        }
    }
}
