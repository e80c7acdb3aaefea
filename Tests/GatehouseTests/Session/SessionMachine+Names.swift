@testable import Gatehouse

extension SessionMachine.Input {
    /// What it is, in a word or two, for who counts what has happened to that machine.
    func names(for machine: SessionMachine) -> [String] {
        switch self {
        case .answer(let grant, let attempt, let outcome, _, _):
            let isLate = machine.refreshes[grant]?.attempt != attempt
            return ["answer \(caseName(outcome))"] + (isLate ? ["answer too late"] : [])
        case .read(.failure): return ["read failure"]
        case .interrupted(let intents, _): return intents.isEmpty ? [] : ["interrupted"]
        default: return [caseName(self)]
        }
    }
}

extension SessionMachine.Effect {
    /// What it is, in a word or two.
    var names: [String] {
        switch self {
        case .save(let changes): changes.map { "save \(caseName($0))" }
        case .resume(_, .failure(let error)):
            ["resume \(error.signedOutReason.map { caseName($0) } ?? error.code.rawValue)"]
        case .settle(_, let error?): ["settle \(AuthError(error).code.rawValue)"]
        case .publish(.signedOut(let reason)): ["state \(caseName(reason))"]
        case .publish(let state): ["state \(caseName(state))"]
        case .announce(let event):
            if case .signedOut(let reason) = event.kind {
                ["event \(caseName(reason))"]
            } else {
                ["event \(caseName(event.kind))"]
            }
        default: [caseName(self)]
        }
    }
}

/// The name of an enumeration's case, without what it holds.
private func caseName(_ value: some Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
}
