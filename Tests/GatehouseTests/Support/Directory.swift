import Foundation

enum Directory {
    /// Runs the body with a new directory and removes it afterwards.
    static func temporary<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url)
    }
}
