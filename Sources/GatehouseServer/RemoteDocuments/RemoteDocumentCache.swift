package import Foundation
import GatehouseConcurrency
import Logging

/// The settings of a ``RemoteDocumentCache``; durations are in seconds.
package struct RemoteDocumentCaching: Sendable {
    /// The bounds for the lifetime that the other server names.
    package var lifetime: ClosedRange<TimeInterval>
    /// The lifetime of documents whose server names none.
    package var defaultLifetime: TimeInterval
    /// The time after the end of a document's lifetime for which it is used if no newer one can be fetched.
    package var staleLifetime: TimeInterval
    /// The maximum number of documents.
    package var capacity: Int

    package init(
        lifetime: ClosedRange<TimeInterval>,
        defaultLifetime: TimeInterval,
        staleLifetime: TimeInterval,
        capacity: Int
    ) {
        self.lifetime = lifetime
        self.defaultLifetime = defaultLifetime
        self.staleLifetime = staleLifetime
        self.capacity = capacity
    }

    /// Keys: for a short time, because a client removes a compromised key; longer while the client's server is down.
    package static let keySets = RemoteDocumentCaching(
        lifetime: 60...3_600,
        defaultLifetime: 600,
        staleLifetime: 86_400,
        capacity: 512
    )
    /// Client ID metadata documents and sector identifier documents.
    package static let metadata = RemoteDocumentCaching(
        lifetime: 60...86_400,
        defaultLifetime: 3_600,
        staleLifetime: 3_600,
        capacity: 512
    )
}

/// A document of a ``RemoteDocumentCache``.
package struct CachedDocument<Value: Sendable>: Sendable {
    package let value: Value
    /// The end of the lifetime that its server names, within the bounds of the cache; the document is stale then.
    package let freshUntil: Date
    fileprivate let fetchedAt: Date
}

/// A cache of documents on other parties' servers, all of one kind.
///
/// Concurrent callers share one request. Failures and invalid documents are not cached, but a failed URL and a host
/// that does not respond are not requested again for a time that doubles with each failure.
package final class RemoteDocumentCache<Value: Sendable>: Sendable {
    private typealias Outcome = Result<CachedDocument<Value>, RemoteDocumentError>

    private struct Failure {
        let error: RemoteDocumentError
        let failedAt: Date
        let delay: TimeInterval
    }

    private struct State {
        var entries: RecentlyUsed<RemoteURL, CachedDocument<Value>>
        // Separate from the documents, so that a flood of URLs that fail evicts none.
        var failures: RecentlyUsed<RemoteURL, Failure>
        var fetches: [RemoteURL: Task<Outcome, Never>] = [:]
    }

    /// The decision about one call.
    private enum Plan {
        case answer(Outcome)
        case wait(Task<Outcome, Never>)
    }

    private let fetcher: any RemoteDocumentFetcher
    private let environment: ServerEnvironment
    private let caching: RemoteDocumentCaching
    private let parse: @Sendable (RemoteDocument, RemoteURL) throws(RemoteDocumentError) -> Value
    private let state: Mutex<State>
    private let unresponsive: UnresponsiveHosts

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the documents.
    ///   - environment: Clock and logger.
    ///   - caching: Lifetimes and capacity.
    ///   - parse: Parses a document from a URL; throws ``RemoteDocumentError/invalidDocument(_:)`` otherwise.
    package init(
        fetcher: any RemoteDocumentFetcher,
        environment: ServerEnvironment,
        caching: RemoteDocumentCaching,
        parse: @escaping @Sendable (RemoteDocument, RemoteURL) throws(RemoteDocumentError) -> Value
    ) {
        self.fetcher = fetcher
        self.environment = environment
        self.caching = caching
        self.parse = parse
        state = Mutex(
            State(
                entries: RecentlyUsed(capacity: caching.capacity),
                failures: RecentlyUsed(capacity: caching.capacity)
            )
        )
        unresponsive = UnresponsiveHosts(
            lengths: RemoteDocumentBackoff.shortest...RemoteDocumentBackoff.longest,
            capacity: caching.capacity
        )
    }

    /// Returns the document at a URL, from the cache or the other server.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The parsed document; for a transient failure, a stale one within the stale lifetime.
    /// - Throws: ``RemoteDocumentError``.
    package func value(at url: RemoteURL) async throws(RemoteDocumentError) -> Value {
        try await document(at: url).value
    }

    /// Returns the document at a URL with the end of its lifetime.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The document; for a transient failure, a stale one within the stale lifetime.
    /// - Throws: ``RemoteDocumentError``.
    package func document(at url: RemoteURL) async throws(RemoteDocumentError) -> CachedDocument<Value> {
        let plan = state.withLock { state in
            let now = environment.now
            if let entry = state.entries.value(for: url), entry.fetchedAt <= now, now < entry.freshUntil {
                return Plan.answer(.success(entry))
            }
            return planFetch(of: url, at: now, in: &state)
        }
        do throws(RemoteDocumentError) {
            return try await result(of: plan).get()
        } catch {
            guard error.isTransient, let document = staleDocument(at: url) else { throw error }
            return document
        }
    }

    /// Fetches a document again, because the cached one lacks the needed content.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - interval: The number of seconds for which a fetched document is not fetched again.
    /// - Returns: The newer document; `nil` if the cached one was fetched within the interval.
    /// - Throws: ``RemoteDocumentError``, also for a failure within the interval.
    package func newerValue(
        at url: RemoteURL,
        interval: TimeInterval
    ) async throws(RemoteDocumentError) -> Value? {
        let plan: Plan? = state.withLock { state in
            let now = environment.now
            let isRecent = state.entries.value(for: url).map { 0..<interval ~= now.timeIntervalSince($0.fetchedAt) }
            return isRecent == true ? nil : planFetch(of: url, at: now, in: &state)
        }
        guard let plan else { return nil }
        return try await result(of: plan).get().value
    }

    /// Joins a running fetch or starts one, unless the URL or its host has failed shortly before.
    private func planFetch(of url: RemoteURL, at now: Date, in state: inout State) -> Plan {
        if let fetch = state.fetches[url] { return .wait(fetch) }
        if let failure = state.failures.value(for: url),
            0..<failure.delay ~= now.timeIntervalSince(failure.failedAt)
        {
            return .answer(.failure(failure.error))
        }
        guard !unresponsive.isPaused(url, at: now) else { return .answer(.failure(.unreachable)) }
        // Not a part of the caller's task: its cancellation must not fail the other callers.
        let fetch = Task {
            let outcome = await self.outcome(of: url)
            self.state.withLock { $0.fetches[url] = nil }
            return outcome
        }
        state.fetches[url] = fetch
        return .wait(fetch)
    }

    private func result(of plan: Plan) async -> Outcome {
        switch plan {
        case .answer(let outcome): outcome
        case .wait(let fetch): await fetch.value
        }
    }

    private func outcome(of url: RemoteURL) async -> Outcome {
        do throws(RemoteDocumentError) {
            let document = try await fetcher.document(at: url)
            let value = try parse(document, url)
            let seconds = document.maxAge ?? caching.defaultLifetime
            let lifetime = min(max(seconds, caching.lifetime.lowerBound), caching.lifetime.upperBound)
            let now = environment.now
            unresponsive.record(nil, of: url, at: now)
            let entry = CachedDocument(value: value, freshUntil: now.addingTimeInterval(lifetime), fetchedAt: now)
            state.withLock { state in
                state.entries.insert(entry, for: url)
                state.failures.remove(url)
            }
            return .success(entry)
        } catch {
            if error.isRemote { record(error, of: url) }
            return .failure(error)
        }
    }

    private func record(_ error: RemoteDocumentError, of url: RemoteURL) {
        let now = environment.now
        unresponsive.record(error, of: url, at: now)
        state.withLock { state in
            let delay = state.failures.value(for: url).map { min($0.delay * 2, RemoteDocumentBackoff.longest) }
            let failure = Failure(error: error, failedAt: now, delay: delay ?? RemoteDocumentBackoff.shortest)
            state.failures.insert(failure, for: url)
            if !error.isTransient { state.entries.remove(url) }
        }
        environment.logger.info(
            "remote document not available",
            metadata: ["host": "\(url.host)", "error": "\(error)"]
        )
    }

    private func staleDocument(at url: RemoteURL) -> CachedDocument<Value>? {
        let now = environment.now
        return state.withLock { state in
            guard let entry = state.entries.value(for: url),
                entry.fetchedAt <= now, now < entry.freshUntil.addingTimeInterval(caching.staleLifetime)
            else { return nil }
            return entry
        }
    }
}

/// The bounds of the time, in seconds, for which a failed URL or host is not requested again.
private enum RemoteDocumentBackoff {
    static let shortest: TimeInterval = 5
    static let longest: TimeInterval = 60
}
