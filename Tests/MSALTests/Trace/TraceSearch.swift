import Foundation
import GatehouseTesting

/// The findings of `Scripts/search-trace.py` in a trace.
struct TraceSearch: Decodable {
    struct Leak: Decodable, Hashable {
        var name: String
        var source: String
        var line: String
    }

    var leaks: [Leak]
    /// The number of secrets by name.
    var secrets: [String: Int]
    /// The number of printed lines by source.
    var printed: [String: Int]

    /// The sources of the leaks.
    var places: Set<String> { Set(leaks.map(\.source)) }

    /// Runs the search.
    static func search(_ trace: TestTrace) async throws -> TraceSearch {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let found = trace.folder.appending(path: "found.json")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            ProcessInfo.processInfo.environment["GATEHOUSE_PYTHON"] ?? "python3",
            root.appending(path: "Scripts/search-trace.py").path, trace.folder.path, "--json", found.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return try JSONDecoder().decode(TraceSearch.self, from: Data(contentsOf: found))
    }
}
