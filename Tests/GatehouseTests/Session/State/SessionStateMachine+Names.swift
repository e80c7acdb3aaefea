@testable import Gatehouse

extension SessionStateMachine.Event {
    /// Returns the names of the event, given the state of the machine that receives it.
    func names(for machine: SessionStateMachine) -> [String] {
        switch self {
        case .refreshCompleted(let grant, let attempt, let outcome, _, _):
            let isLate = machine.coordinator.refreshes[grant]?.attempt != attempt
            return ["answer \(caseName(outcome))"] + (isLate ? ["answer too late"] : [])
        case .storeRead(.failure): return ["read failure"]
        case .interruptedRefreshesFound(let entries, _): return entries.isEmpty ? [] : ["interrupted"]
        default: return [caseName(self)]
        }
    }
}

extension SessionStateMachine.Effect {
    /// The names of the effect.
    var names: [String] {
        switch self {
        case .writeStore(let changes): changes.map { "save \(caseName($0))" }
        case .resumeWaiter(_, .failure(let error)):
            ["resume \(error.signedOutReason.map { caseName($0) } ?? error.code.rawValue)"]
        case .completeRequest(_, let error?): ["settle \(error.authError.code.rawValue)"]
        case .publishState(.signedOut(let reason)): ["state \(caseName(reason))"]
        case .publishState(let state): ["state \(caseName(state))"]
        case .publishEvent(let event):
            if case .signedOut(let reason) = event.kind {
                ["event \(caseName(reason))"]
            } else {
                ["event \(caseName(event.kind))"]
            }
        default: [caseName(self)]
        }
    }
}

/// Returns the name of an enumeration case without its associated values.
private func caseName(_ value: some Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
}
