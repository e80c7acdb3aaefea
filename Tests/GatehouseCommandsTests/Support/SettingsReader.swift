import Foundation
import GatehouseCommands

/// Helpers of the suites about settings.
protocol SettingsReader {}

extension SettingsReader {
    func settings(
        _ arguments: [SettingKey: String] = [:],
        environment: [String: String] = [:],
        file: String? = nil,
        mustServe: Bool = false
    ) async throws -> Settings {
        let sources = try await SettingSources(arguments: arguments, environment: environment, file: file)
        return try await Settings(sources, mustServe: mustServe)
    }

    func withFile<Value>(_ yaml: String, _ body: (String) async throws -> Value) async throws -> Value {
        let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString).yaml")
        try Data(yaml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    func failure(of body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? CommandError)?.line
        }
    }
}
