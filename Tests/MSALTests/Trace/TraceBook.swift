import Foundation
import Gatehouse
import Logging
import Synchronization

/// Everything that was printed in a run, and everything that must not be in it.
final class TraceBook: Sendable {
    private struct State {
        var texts: [(source: String, text: String)] = []
        /// What each secret is, by the secret.
        var secrets: [String: String] = [:]
    }

    private let state = Mutex(State())

    /// Takes note of what was printed.
    func write(_ text: String, from source: String) {
        state.withLock { $0.texts.append((source, text)) }
    }

    /// Takes note of an error in every way that an app can print one.
    func write(_ error: any Error) {
        var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription) "
        dump(error, to: &text)
        if let error = error as? AuthError { text += "\(error.message) \(error.underlying ?? "")" }
        write(text, from: "error")
    }

    /// Takes note of a secret, by its first name; what is shorter than six characters could be anywhere.
    func keep(_ secret: String, as name: String) {
        guard secret.count >= 6 else { return }
        state.withLock { if $0.secrets[secret] == nil { $0.secrets[secret] = name } }
    }

    /// A secret of that name.
    func secret(_ name: String) -> String? {
        state.withLock { $0.secrets.first { $0.value == name }?.key }
    }

    /// How many secrets there are of each name.
    var counts: [String: Int] {
        state.withLock { $0.secrets.values.reduce(into: [:]) { $0[$1, default: 0] += 1 } }
    }

    /// How much was printed from where.
    var sources: [String: Int] {
        state.withLock { $0.texts.reduce(into: [:]) { $0[$1.source, default: 0] += 1 } }
    }

    /// Which secret was printed where, as it is or as it would be in a URL.
    var leaks: Set<String> {
        state.withLock { state in
            var leaks: Set<String> = []
            for (secret, name) in state.secrets {
                let spellings = [secret, secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret]
                for (source, text) in state.texts where spellings.contains(where: text.contains) {
                    leaks.insert("\(name) in \(source): \(text.prefix(300))")
                }
            }
            return leaks
        }
    }

    /// A logger that writes down everything, down to the lowest level.
    var logger: Logger {
        var logger = Logger(label: "trace") { _ in Handler(book: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let book: TraceBook
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            book.write("\(event.message) \(event.metadata ?? [:]) \(metadata)", from: "server log")
        }
    }
}
