import Foundation

/// Records the events of a client: in memory, in the store's log, and for an observer.
struct EventRecorder: Sendable {
    private let persistence: SessionPersistence
    private let tasks: TaskTracker
    /// Receives each event as it is recorded, in one line.
    private let observer: @Sendable (String) -> Void
    private let latest = EventRingBuffer()
    private let unwritten = EventQueue()

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - persistence: The stored data of the client.
    ///   - tasks: The tracker of the client's tasks.
    ///   - observer: Receives each event as it is recorded, in one line.
    init(
        persistence: SessionPersistence,
        tasks: TaskTracker,
        observer: @escaping @Sendable (String) -> Void
    ) {
        self.persistence = persistence
        self.tasks = tasks
        self.observer = observer
    }

    /// The latest events of this client and of earlier processes, oldest first.
    var events: [DiagnosticEvent] {
        get async {
            let earlier = await persistence.store.eventLog?.events(for: persistence.key) ?? []
            // The events of this client are in both logs.
            let older = earlier.filter { $0.client != persistence.owner.client }
            return older.suffix(EventRingBuffer.size) + latest.events
        }
    }

    /// Records an input of the state machine and its effects.
    func record(_ event: SessionStateMachine.Event, _ effects: [SessionStateMachine.Effect], wasRead: Bool) {
        switch event {
        case .storeRead(.success(let found)) where !wasRead: log(.started, generation: found?.generation)
        case .storeRead(.failure(let error)): log(.storeReadFailed, cause: "\(error.code)")
        case .storeWriteFailed(let error): log(.storeWriteFailed, cause: "\(error.code)")
        case .storeWritten(let stored): log(.storeWritten, generation: stored.generation)
        case .interruptedRefreshesFound(let entries, _):
            for entry in entries {
                log(.interruptedRefreshFound, session: entry.sessionID, token: entry.tokenFingerprint)
            }
        case .refreshCompleted(let session, _, let outcome, _, _): record(outcome, of: session)
        default: break
        }
        for effect in effects {
            switch effect {
            case .refreshTokens(let session, _, _):
                log(.refreshStarted, session: session.id, token: session.refreshToken?.fingerprint)
            case .publishEvent(let event): record(event)
            default: break
            }
        }
    }

    private func record(_ outcome: RefreshOutcome, of session: String) {
        switch outcome {
        case .refreshed(let tokens): log(.refreshSucceeded, session: session, token: tokens.refreshToken?.fingerprint)
        case .superseded: log(.refreshSuperseded, session: session)
        case .rejected(let error): log(.refreshRejected, error, session: session)
        case .failed(let error): log(.refreshFailed, error, session: session)
        }
    }

    private func record(_ event: SessionEvent) {
        switch event.kind {
        case .signedIn: log(.signedIn)
        case .signedOut(let reason): log(.signedOut, cause: "\(reason)")
        default: break
        }
    }

    /// Records a failure.
    func log(_ kind: DiagnosticEvent.Kind, _ error: AuthError, session: String? = nil) {
        let cause = [error.code.rawValue, error.response?.error, error.response?.httpStatus.map(String.init)]
            .compactMap(\.self)
        log(kind, session: session, cause: cause.joined(separator: " "), requestID: error.requestID)
    }

    /// Records an event.
    func log(
        _ kind: DiagnosticEvent.Kind,
        session: String? = nil,
        token: String? = nil,
        generation: UInt64? = nil,
        cause: String? = nil,
        requestID: String? = nil
    ) {
        let event = DiagnosticEvent(
            time: persistence.clock.now,
            kind: kind,
            client: persistence.owner.client,
            session: session.map { String($0.prefix(6)) },
            token: token,
            generation: generation,
            cause: cause,
            requestID: requestID
        )
        latest.record(event)
        observer(event.description)
        guard event.isPersistent, let log = persistence.store.eventLog, unwritten.enqueue(event) else { return }
        tasks.start("gatehouse log") { [unwritten, key = persistence.key] in
            while let event = unwritten.dequeue() { await log.append(event, for: key) }
        }
    }
}
