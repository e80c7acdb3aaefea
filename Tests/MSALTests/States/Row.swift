import Foundation
import GatehouseTesting
import MSAL
import Testing

/// A response of the server and the resulting delegate call.
struct Row: Sendable, CustomTestStringConvertible {
    /// The state in the delegate call.
    enum State: Sendable, Hashable {
        case none
        /// The current state.
        case same
        /// A new state of this class.
        case new(String)
    }

    let name: String
    let site: CallSite
    let responses: [(endpoint: NativeEndpoint, response: StubResponse)]
    let method: String
    var flags: Set<String> = []
    var state = State.none
    /// A part of the error's description.
    var text: String?

    var testDescription: String { "\(site.rawValue): \(name)" }

    /// The server's message in each error response.
    static let words = "The stub server rejects the request."

    init(
        _ site: CallSite,
        _ name: String,
        _ responses: [(NativeEndpoint, StubResponse)],
        _ method: String,
        _ flags: Set<String> = [],
        _ state: State = .none,
        text: String? = nil
    ) {
        self.site = site
        self.name = name
        self.responses = responses.map { (endpoint: $0.0, response: $0.1) }
        self.method = method
        self.flags = flags
        self.state = state
        self.text = text
    }

    /// Prepares the call, queues the responses and performs it.
    func perform(
        _ stubbed: StubbedApp,
        by run: (CallSite.PreparedCall) async -> DelegateCall = { await $0.perform() }
    ) async throws -> (received: DelegateCall, prepared: CallSite.PreparedCall) {
        let prepared = try await site.prepare(stubbed)
        for (endpoint, response) in responses { stubbed.api.queue(response, at: endpoint) }
        return (await run(prepared), prepared)
    }

    /// Returns which state the delegate received.
    func state(of received: DelegateCall, _ prepared: CallSite.PreparedCall) -> State {
        guard received.hasState else { return .none }
        return received.state === prepared.state ? .same : .new("\(type(of: received.state))")
    }
}
