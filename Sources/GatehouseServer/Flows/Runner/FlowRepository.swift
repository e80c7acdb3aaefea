import Foundation
package import GatehouseStore
package import GatehouseWire

/// Stores and reads flows.
package struct FlowRepository: Sendable {
    let core: ServerCore

    /// Inserts a flow at its first step, together with other changes.
    func insert(
        _ state: FlowState,
        client: Client,
        with changes: [Change] = []
    ) async throws(FlowError) -> Flow {
        let now = core.now
        let record = FlowRecord(
            id: core.newID(),
            state: try state.encoded(),
            createdAt: now,
            expiresAt: now.addingTimeInterval(core.settings.lifetimes.flow)
        )
        try await core.commit([.flow(.insert(record))] + changes)
        return Flow(id: record.id, state: state, client: client, expiresAt: record.expiresAt)
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
    func read(_ id: FlowRecord.ID) async throws(FlowError) -> (record: FlowRecord, flow: Flow) {
        let record: FlowRecord?
        do { record = try await core.store.flow(id) } catch { throw core.flowError(error) }
        guard let record, record.finishedAt == nil, record.expiresAt > core.now else { throw .gone }
        let state: FlowState
        do { state = try FlowState.decode(record.state) } catch {
            // Omits the decoder's error, which may quote user input.
            throw core.flowError(StoreError.corrupt("the state of flow \(id)"))
        }
        let client: Client?
        do { client = try await core.servedClient(state.purpose.clientID) } catch { throw core.flowError(error) }
        guard let client else { throw .gone }
        return (record, Flow(id: id, state: state, client: client, expiresAt: record.expiresAt))
    }

    /// Returns the client and redirect URI of a flow, finished or not; `nil` if it was deleted.
    package func abandoned(_ id: FlowRecord.ID, browser: BrowserContext) async -> AbandonedFlow? {
        guard let record = try? await core.store.flow(id),
            let state = try? FlowState.decode(record.state),
            let client = try? await core.servedClient(state.purpose.clientID)
        else { return nil }
        guard case .authorization(let intent) = state.purpose, FlowBinding.browser(browser, step: 0).matches(state)
        else {
            return AbandonedFlow(client: client, redirectURI: nil, refusal: nil)
        }
        let error = OAuthError(.accessDenied, "The user did not complete the sign-in.")
        return AbandonedFlow(
            client: client,
            redirectURI: intent.redirectURI,
            refusal: record.finishedAt == nil ? intent.response(.error(error), issuer: core.settings.issuer) : nil
        )
    }
}

/// A flow whose page cannot be shown, for the error page.
package struct AbandonedFlow: Sendable {
    package let client: Client
    /// The redirect URI of the request; `nil` for other browsers than the flow's.
    package let redirectURI: RedirectURI?
    /// The error response for the client; `nil` if the client has already received a response, and for other browsers
    /// than the flow's.
    package let refusal: AuthorizationResponse?
}
