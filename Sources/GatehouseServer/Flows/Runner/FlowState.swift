import Foundation
import GatehouseStore
import GatehouseWire

/// The stored state of a flow.
package struct FlowState: Sendable, Equatable, Codable {
    package private(set) var purpose: FlowPurpose
    /// The SHA-256 hash of the binding cookie of the flow's browser; other browsers have no access.
    ///
    /// `nil` for a native flow, which no browser can access.
    package let browser: String?
    package let language: Language
    /// The number of the current step.
    ///
    /// Incremented when the step changes, which makes forms of previous steps stale.
    package private(set) var number: Int
    package private(set) var step: FlowStep
    /// A code whose step the user left: returning to its form with the same address continues with this code.
    private(set) var left: CodeChallengeStep?
    /// The number of the step at which the choice between factors began; `nil` outside of it.
    private(set) var choiceNumber: Int?
    /// The user's choices about the sign-in; `nil` until the user has submitted them.
    package private(set) var entry: EntryOptions?

    package init(purpose: FlowPurpose, browser: String?, language: Language, step: FlowStep) {
        self.purpose = purpose
        self.browser = browser
        self.language = language
        self.number = 1
        self.step = step
    }

    /// Returns the state advanced to the step of a transition.
    func advanced(by transition: Transition) -> FlowState {
        var advanced = advanced(to: transition.step, abandoning: transition.abandonedCode)
        advanced.entry = transition.entry ?? entry
        return advanced
    }

    /// Returns the state advanced to a step.
    ///
    /// A step that changes only within itself, after an incorrect code, keeps its number.
    func advanced(to next: FlowStep, abandoning code: CodeChallengeStep? = nil) -> FlowState {
        var advanced = self
        if case .code = next {
            // The resumed step counts its own attempts; there is no abandoned code any more.
            advanced.left = nil
        } else if let code {
            advanced.left = code
        }
        if !next.isSameKind(as: step) || next.isFinished { advanced.number += 1 }
        if let signIn = next.incompleteSignIn {
            advanced.choiceNumber = signIn == step.incompleteSignIn ? choiceNumber : advanced.number
        } else {
            advanced.choiceNumber = nil
        }
        advanced.step = next
        return advanced
    }

    func encoded() throws(FlowError) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.milliseconds)
        }
        do { return try encoder.encode(self) } catch { throw .failed }
    }

    /// Decodes a stored state; the `rules` apply to authorization requests of their protocols.
    static func decode(
        _ data: Data,
        rules: [WireProtocol: AuthorizationRules] = [:]
    ) throws(FlowError) -> FlowState {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
        }
        do {
            var state = try decoder.decode(FlowState.self, from: data)
            state.purpose = state.purpose.applying(rules)
            return state
        } catch {
            throw .failed
        }
    }
}

extension Language: Codable {}
