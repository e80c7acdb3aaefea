import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The event log of a file store: a file beside the client's own, with one event on each line.
struct FileEventLog: DiagnosticEventLog {
    /// The size, in bytes, above which the older half of the file is dropped.
    private static let logLimit = 64 << 10

    let files: SessionFiles
    let queue: BlockingQueue

    func append(_ event: DiagnosticEvent, for key: TokenStoreKey) async {
        let path = path(of: key)
        _ = try? await queue.run { () throws(TokenStoreError) in
            guard let line = try? Self.encoder.encode(event) else { return }
            guard let file = try PrivateFile(at: path, O_RDWR | O_CREAT), try file.tryLock() else { return }
            var lines = try file.contents()
            if lines.count + line.count > Self.logLimit { lines = Self.newerHalf(of: lines) }
            try file.overwrite(with: lines + line + Data("\n".utf8))
        }
    }

    func events(for key: TokenStoreKey) async -> [DiagnosticEvent] {
        let path = path(of: key)
        let lines = try? await queue.run { () throws(TokenStoreError) in
            try PrivateFile(at: path, O_RDONLY)?.contents()
        }
        return (lines ?? Data())
            .split(separator: UInt8(ascii: "\n"))
            .compactMap { try? Self.decoder.decode(DiagnosticEvent.self, from: $0) }
    }

    private func path(of key: TokenStoreKey) -> String {
        files.path(of: key) + ".events"
    }

    private static func newerHalf(of lines: Data) -> Data {
        let half = lines.suffix(logLimit / 2)
        return half.firstIndex(of: UInt8(ascii: "\n")).map { Data(half[($0 + 1)...]) } ?? Data()
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
