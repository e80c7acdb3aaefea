import Foundation
import GatehouseTesting
import MSAL
import Testing

/// An answer of the server, and what an app is told of it.
struct Row: Sendable, CustomTestStringConvertible {
    /// Which state comes with it.
    enum State: Sendable, Hashable {
        case none
        /// The one that was asked.
        case same
        /// Another one, of this class.
        case new(String)
    }

    let name: String
    let place: Place
    let answers: [(endpoint: NativeEndpoint, answer: CannedAnswer)]
    let method: String
    var flags: Set<String> = []
    var state = State.none
    /// What the error's description has in it.
    var text: String?

    var testDescription: String { "\(place.rawValue): \(name)" }

    /// The server's words in each refusal.
    static let words = "The canned server refuses."

    init(
        _ place: Place,
        _ name: String,
        _ answers: [(NativeEndpoint, CannedAnswer)],
        _ method: String,
        _ flags: Set<String> = [],
        _ state: State = .none,
        text: String? = nil
    ) {
        self.place = place
        self.name = name
        self.answers = answers.map { (endpoint: $0.0, answer: $0.1) }
        self.method = method
        self.flags = flags
        self.state = state
        self.text = text
    }

    /// Goes to the place, and has the server answer.
    func heard(
        _ canned: Canned,
        by listen: (Place.Stage) async -> Heard = { await $0.heard() }
    ) async throws -> (heard: Heard, stage: Place.Stage) {
        let stage = try await place.reach(canned)
        for (endpoint, answer) in answers { canned.api.queue(answer, at: endpoint) }
        return (await listen(stage), stage)
    }

    /// Which state came.
    func state(of heard: Heard, _ stage: Place.Stage) -> State {
        guard heard.hasState else { return .none }
        return heard.state === stage.state ? .same : .new("\(type(of: heard.state))")
    }
}
