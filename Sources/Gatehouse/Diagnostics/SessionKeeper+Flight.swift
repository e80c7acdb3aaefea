import Foundation

extension SessionKeeper {
    /// Takes note of what has come to the machine and of what follows from it.
    func record(_ input: SessionMachine.Input, _ effects: [SessionMachine.Effect], wasRead: Bool) {
        switch input {
        case .read(.success(let found)) where !wasRead: note(.started, generation: found?.generation)
        case .read(.failure(let error)): note(.storeUnreadable, cause: "\(error.kind)")
        case .saveFailed(let error): note(.storeUnwritable, cause: "\(error.kind)")
        case .saved(let stored): note(.stored, generation: stored.generation)
        case .interrupted(let intents, _):
            for intent in intents { note(.interruptedRefreshFound, session: intent.grant, token: intent.token) }
        case .answer(let grant, _, let outcome, _, _): record(outcome, of: grant)
        default: break
        }
        for effect in effects {
            switch effect {
            case .refresh(let grant, _, _):
                note(.refreshBegan, session: grant.id, token: grant.refreshToken?.fingerprint)
            case .announce(let event): record(event)
            default: break
            }
        }
    }

    private func record(_ outcome: RefreshOutcome, of grant: String) {
        switch outcome {
        case .renewed(let tokens): note(.refreshed, session: grant, token: tokens.refreshToken?.fingerprint)
        case .outdated: note(.refreshOvertaken, session: grant)
        case .refused(let error): note(.refreshRefused, error, session: grant)
        case .failed(let error): note(.refreshFailed, error, session: grant)
        }
    }

    private func record(_ event: SessionEvent) {
        switch event.kind {
        case .signedIn: note(.signedIn)
        case .signedOut(let reason): note(.signedOut, cause: "\(reason)")
        default: break
        }
    }

    func note(_ kind: FlightEvent.Kind, _ error: AuthError, session: String? = nil) {
        let cause = [error.code.rawValue, error.serverCode, error.httpStatus.map(String.init)].compactMap(\.self)
        note(kind, session: session, cause: cause.joined(separator: " "), requestID: error.requestID)
    }

    func note(
        _ kind: FlightEvent.Kind,
        session: String? = nil,
        token: String? = nil,
        generation: UInt64? = nil,
        cause: String? = nil,
        requestID: String? = nil
    ) {
        let event = FlightEvent(
            time: clock.now,
            kind: kind,
            client: holder.client,
            session: session.map { String($0.prefix(6)) },
            token: token,
            generation: generation,
            cause: cause,
            requestID: requestID
        )
        recorder.record(event)
        environment.flightLog(event)
        guard event.isTrouble, let log = store as? any FlightLogging else { return }
        start("gatehouse log") { await log.remember(event, of: $0.key) }
    }
}
