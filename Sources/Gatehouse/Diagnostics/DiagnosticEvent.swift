public import Foundation
import GatehouseConcurrency

/// An event in a client's diagnostic log; contains no tokens, addresses or names.
///
/// Sessions and tokens are identified by fingerprints, which reveal nothing else.
public struct DiagnosticEvent: Sendable, Hashable, Codable {
    /// The kind of event.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The client read the store for the first time.
        case started
        /// A refresh started.
        case refreshStarted
        /// A refresh returned new tokens.
        case refreshSucceeded
        /// A refresh failed for a temporary reason; the session continues.
        case refreshFailed
        /// The server rejected the refresh token.
        case refreshRejected
        /// Another process had refreshed already.
        case refreshSuperseded
        /// A refresh of an ended process was found.
        case interruptedRefreshFound
        /// The store could not be read.
        case storeReadFailed
        /// The store could not be written.
        case storeWriteFailed
        /// Changes held back by a failed write were stored.
        case storeWritten
        /// An account signed in.
        case signedIn
        /// A session ended.
        case signedOut
        /// A token was revoked at the server.
        case revocationSent
        /// A token could not be revoked at the server yet.
        case revocationFailed
    }

    /// Whether the event is kept after the process has ended.
    var isPersistent: Bool {
        switch kind {
        case .refreshFailed, .refreshRejected, .interruptedRefreshFound: true
        case .storeReadFailed, .storeWriteFailed, .revocationFailed: true
        case .signedOut: cause != "\(SignedOutReason.requested)"
        default: false
        }
    }

    /// The time, by the estimated clock of the server.
    public var time: Date
    /// The kind of event.
    public var kind: Kind
    /// The client object, to distinguish processes.
    public var client: String?
    /// The fingerprint of the session, if the event concerns one.
    public var session: String?
    /// The fingerprint of the refresh token that was sent or received.
    public var token: String?
    /// The generation of the stored sessions at the time.
    public var generation: UInt64?
    /// The cause, as named by ``AuthError/Code``, ``TokenStoreError`` or ``SignedOutReason``.
    public var cause: String?
    /// The `X-Request-ID`, for searching the server's log.
    public var requestID: String?
}

extension DiagnosticEvent: CustomStringConvertible {
    /// The event in one line.
    public var description: String {
        var text = "\(time.formatted(.iso8601)) \(kind.rawValue)"
        for (name, value) in [
            ("client", client), ("session", session), ("token", token), ("generation", generation.map(String.init)),
            ("cause", cause),
            ("request", requestID),
        ] {
            if let value { text += " \(name)=\(value)" }
        }
        return text
    }
}

/// A ring buffer of a client's latest events, oldest first.
final class EventRingBuffer: Sendable {
    /// The number of events kept.
    static let size = 256

    private let ring = Mutex<(events: [DiagnosticEvent], oldest: Int)>(([], 0))

    func record(_ event: DiagnosticEvent) {
        ring.withLock { ring in
            if ring.events.count < Self.size {
                ring.events.append(event)
            } else {
                ring.events[ring.oldest] = event
                ring.oldest = (ring.oldest + 1) % Self.size
            }
        }
    }

    var events: [DiagnosticEvent] {
        ring.withLock { Array($0.events[$0.oldest...] + $0.events[..<$0.oldest]) }
    }
}

/// A queue of the events that are written to a log, one after the other.
final class EventQueue: Sendable {
    private let state = Mutex<(events: [DiagnosticEvent], isDraining: Bool)>(([], false))

    /// Adds an event.
    ///
    /// - Returns: Whether the caller must write the events: call ``dequeue()`` until it returns `nil`.
    func enqueue(_ event: DiagnosticEvent) -> Bool {
        state.withLock { state in
            state.events.append(event)
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    /// Removes and returns the oldest event; `nil` if there is none: the caller has then finished writing.
    func dequeue() -> DiagnosticEvent? {
        state.withLock { state in
            state.isDraining = !state.events.isEmpty
            return state.isDraining ? state.events.removeFirst() : nil
        }
    }
}

/// A log of the events that are needed after the process has ended.
public protocol DiagnosticEventLog: Sendable {
    /// Appends an event; failures are ignored.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - key: The client.
    func append(_ event: DiagnosticEvent, for key: TokenStoreKey) async

    /// Returns the latest events.
    ///
    /// - Parameter key: The client.
    /// - Returns: The events, oldest first; none if they cannot be read.
    func events(for key: TokenStoreKey) async -> [DiagnosticEvent]
}
