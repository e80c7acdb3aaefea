import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore: DiagnosticEventLog {
    /// The size, in bytes, above which the older half of the file is dropped.
    private static let logLimit = 64 << 10

    func append(_ event: DiagnosticEvent, of key: TokenStoreKey) async {
        let path = path(of: key) + ".events"
        _ = try? await queue.run { () throws(TokenStoreError) in
            guard let line = try? Self.encoder.encode(event) else { return }
            guard let file = try PrivateFile(at: path, O_RDWR | O_CREAT), try file.tryLock() else { return }
            var lines = try file.contents()
            if lines.count + line.count > Self.logLimit { lines = Self.newerHalf(of: lines) }
            try file.overwrite(with: lines + line + Data("\n".utf8))
        }
    }

    func persistedEvents(of key: TokenStoreKey) async -> [DiagnosticEvent] {
        let path = path(of: key) + ".events"
        let lines = try? await queue.run { () throws(TokenStoreError) in
            try PrivateFile(at: path, O_RDONLY)?.contents()
        }
        return (lines ?? Data())
            .split(separator: UInt8(ascii: "\n"))
            .compactMap { try? Self.decoder.decode(DiagnosticEvent.self, from: $0) }
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
