import GatehouseTesting
import MSAL
import Testing

/// A response of the server and the resulting call of a delegate of version 2.
struct FlowRow: Sendable, CustomTestStringConvertible {
    let site: FlowSite
    let name: String
    let responses: [(endpoint: NativeEndpoint, response: StubResponse)]
    let method: String
    var flags: Set<String> = []
    /// A part of the error's description.
    var text = ""

    var testDescription: String { "\(site.rawValue): \(name)" }

    /// Creates the row of a transition.
    init(_ site: FlowSite, _ name: String, to method: String, after responses: (NativeEndpoint, StubResponse)...) {
        self.site = site
        self.name = name
        self.responses = responses.map { (endpoint: $0.0, response: $0.1) }
        self.method = method
    }

    /// Creates the row of an error.
    init(
        _ site: FlowSite,
        _ name: String,
        failing flags: Set<String>,
        text: String = StubResponse.rejection,
        at endpoint: NativeEndpoint,
        with responses: (NativeEndpoint, StubResponse)...
    ) {
        self.site = site
        self.name = "\(name) at \(endpoint.rawValue)"
        self.responses = responses.map { (endpoint: $0.0, response: $0.1) }
        method = "onFlowError"
        self.flags = flags
        self.text = text
    }

    /// Prepares the call, queues the responses and makes it.
    func perform(
        _ stubbed: StubbedApp,
        by run: (FlowSite.PreparedCall) async -> FlowCall = { await $0.perform() }
    ) async throws -> (received: FlowCall, prepared: FlowSite.PreparedCall) {
        let prepared = try await site.prepare(stubbed)
        for (endpoint, response) in responses { stubbed.api.queue(response, at: endpoint) }
        return (await run(prepared), prepared)
    }
}
