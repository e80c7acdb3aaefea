import Foundation
package import GatehouseStore
package import GatehouseWire

/// Stores and reads flows.
package final class FlowRepository: Sendable {
    /// The issuer of the responses to clients.
    private let issuer: String
    /// The lifetime of a flow in seconds.
    private let lifetime: TimeInterval
    private let store: any ChangeCommitter & FlowReader
    private let records: RecordLookup
    private let environment: ServerEnvironment
    private let rules: [WireProtocol: AuthorizationRules]

    init(
        issuer: String,
        lifetime: TimeInterval,
        store: any ChangeCommitter & FlowReader,
        records: RecordLookup,
        environment: ServerEnvironment,
        rules: [WireProtocol: AuthorizationRules]
    ) {
        self.issuer = issuer
        self.lifetime = lifetime
        self.store = store
        self.records = records
        self.environment = environment
        self.rules = rules
    }

    /// Inserts a flow at its first step.
    func insert(_ state: FlowState, client: Client) async throws(FlowError) -> Flow {
        let (insertion, flow) = try create(state, client: client)
        try await commit([insertion])
        return flow
    }

    /// Returns a flow at its first step, and the change that inserts it.
    func create(_ state: FlowState, client: Client) throws(FlowError) -> (insertion: Change, flow: Flow) {
        let now = environment.now
        let record = FlowRecord(
            id: environment.newID(),
            state: try state.encoded(),
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        let flow = Flow(id: record.id, state: state, client: client, expiresAt: record.expiresAt)
        return (.flow(.insert(record)), flow)
    }

    /// Returns the flow if it was started in this browser.
    ///
    /// - Throws: ``FlowError/gone`` for other browsers and unknown identifiers alike.
    package func load(
        _ id: FlowRecord.ID,
        browser: BrowserContext
    ) async throws(FlowError) -> Flow {
        let found = try await read(id)
        guard FlowBinding.browser(browser, step: 0).matches(found.flow.state) else { throw .gone }
        return found.flow
    }

    /// Returns a live flow and its record.
    ///
    /// - Throws: ``FlowError/redirectURIRemoved``, because a response may only be sent to a registered URI (RFC 9700
    ///   §2.1), and the user may take long to sign in.
    func read(_ id: FlowRecord.ID) async throws(FlowError) -> (record: FlowRecord, flow: Flow) {
        let record: FlowRecord?
        do { record = try await store.flow(id) } catch { throw mapped(error) }
        guard let record, record.finishedAt == nil, record.expiresAt > environment.now else { throw .gone }
        let state: FlowState
        do { state = try FlowState.decode(record.state, rules: rules) } catch {
            // Omits the decoder's error, which may quote user input.
            throw mapped(.corrupt("the state of flow \(id)"))
        }
        let client: Client?
        do { client = try await records.servedClient(state.purpose.clientID) } catch { throw mapped(error) }
        guard let client else { throw .gone }
        guard client.registersRedirectURI(of: state.purpose) else { throw .redirectURIRemoved }
        // The page showed the client as it was.
        guard !client.hasChangedIdentity(since: record.createdAt) else { throw .gone }
        return (record, Flow(id: id, state: state, client: client, expiresAt: record.expiresAt))
    }

    /// Commits all changes, or none.
    func commit(_ changes: [Change]) async throws(FlowError) {
        do { try await store.commit(changes) } catch { throw mapped(error) }
    }

    /// Commits all writes, or none.
    ///
    /// - Returns: The position of the first write whose condition did not hold; `nil` if all were committed.
    func firstConflict(committing writes: [ConditionalWrite]) async throws(FlowError) -> Int? {
        try await FlowError.wrapping(
            async: await store.firstConflict(committing: writes, recordingIn: records.failures)
        )
    }

    private func mapped(_ error: StoreError) -> FlowError { FlowError(records.failures.record(error)) }

    /// Returns the client and redirect URI of a flow, finished or not; `nil` if it was deleted.
    package func abandoned(_ id: FlowRecord.ID, browser: BrowserContext) async -> AbandonedFlow? {
        guard let record = try? await store.flow(id),
            let state = try? FlowState.decode(record.state, rules: rules),
            let client = try? await records.servedClient(state.purpose.clientID)
        else { return nil }
        guard case .authorization(let intent) = state.purpose, FlowBinding.browser(browser, step: 0).matches(state),
            client.registersRedirectURI(of: state.purpose)
        else {
            return AbandonedFlow(client: client, redirectURI: nil, refusal: nil)
        }
        let error = OAuthError(.accessDenied, "The user did not complete the sign-in.")
        return AbandonedFlow(
            client: client,
            redirectURI: intent.redirectURI,
            refusal: record.finishedAt == nil ? intent.response(.error(error), issuer: issuer) : nil
        )
    }
}

/// A flow whose page cannot be shown, for the error page.
package struct AbandonedFlow: Sendable {
    package let client: Client
    /// The redirect URI of the request; `nil` for other browsers than the flow's, and if it is no longer registered.
    package let redirectURI: RedirectURI?
    /// The error response for the client; `nil` without ``redirectURI``, and if the client has already received a
    /// response.
    package let refusal: AuthorizationResponse?
}

extension Client {
    /// Returns whether the response to a flow can be sent to the client, or is not sent by redirect.
    fileprivate func registersRedirectURI(of purpose: FlowPurpose) -> Bool {
        guard let uri = purpose.redirectURI else { return true }
        return (try? RedirectPolicy(registered: redirectURIs).resolve(uri)) != nil
    }
}
