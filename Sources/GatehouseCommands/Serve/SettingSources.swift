import Configuration
import Foundation
import Synchronization

/// Where settings come from: the command line before the environment before the configuration file.
package struct SettingSources: Sendable {
    private let reader: ConfigReader

    /// - Parameters:
    ///   - arguments: what stands on the command line.
    ///   - environment: the environment variables, of which those named after a setting count.
    ///   - file: the path of a YAML file; `GATEHOUSE_CONFIG` names one too.
    /// - Throws: when the file cannot be read, or has a key that is no setting.
    package init(
        arguments: [SettingKey: String],
        environment: [String: String],
        file: String?
    ) async throws(CommandFailure) {
        let prefix = "GATEHOUSE_"
        let variables = environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        var providers: [any ConfigProvider] = [
            InMemoryProvider(
                values: Dictionary(
                    uniqueKeysWithValues: arguments.map {
                        (AbsoluteConfigKey($0.path), ConfigValue(.string($1), isSecret: true))
                    }
                )
            ),
            EnvironmentVariablesProvider(
                environmentVariables: Dictionary(uniqueKeysWithValues: variables),
                secretsSpecifier: .all
            ),
        ]
        if let file = file ?? environment[prefix + "CONFIG"], !file.isEmpty {
            providers.append(try await Self.read(file))
        }
        reader = ConfigReader(providers: providers)
    }

    /// The setting's text; `nil` where nobody set it.
    package func text(_ key: SettingKey) async throws(CommandFailure) -> String? {
        do {
            return try await reader.fetchString(forKey: ConfigKey(key.path), isSecret: SettingKey.secrets.contains(key))
        } catch {
            throw CommandFailure(
                "The setting \(key.rawValue) is not a single value.",
                advice: "Write it as text in the configuration file."
            )
        }
    }

    /// The setting's texts: a list in the file, or one text with commas between them; empty where nobody set it.
    package func texts(_ key: SettingKey) async throws(CommandFailure) -> [String] {
        if let list = try? await reader.fetchStringArray(forKey: ConfigKey(key.path)) { return list }
        let list = try await text(key)?.split(separator: ",") ?? []
        return list.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func read(_ file: String) async throws(CommandFailure) -> any ConfigProvider {
        // A snapshot tells its keys to nobody but the function that says which of them are secret.
        let keys = KeyRecord()
        let options = YAMLSnapshot.ParsingOptions(
            secretsSpecifier: .dynamic { key, _ in
                keys.add(key)
                return true
            }
        )
        let provider: FileProvider<YAMLSnapshot>
        do {
            let path = InMemoryProvider(values: ["filePath": ConfigValue(.string(file), isSecret: false)])
            provider = try await FileProvider(parsingOptions: options, config: ConfigReader(provider: path))
        } catch {
            throw CommandFailure(
                "The configuration file \(file) cannot be read: \(error).",
                advice: "It has to be YAML with a key per setting."
            )
        }
        let unknown = keys.names.subtracting(SettingKey.all.map(\.rawValue)).sorted()
        guard unknown.isEmpty else {
            throw CommandFailure(
                "The configuration file \(file) has keys that are no settings: \(unknown.joined(separator: ", ")).",
                advice: "Settings are named like the options that 'gatehouse serve --help' lists."
            )
        }
        return provider
    }

    private final class KeyRecord: Sendable {
        private let keys = Mutex<Set<String>>([])

        var names: Set<String> { keys.withLock { $0 } }

        func add(_ key: String) {
            _ = keys.withLock { $0.insert(key) }
        }
    }
}

extension SettingKey {
    /// The section, where there is one, and the key in it.
    fileprivate var path: [String] { rawValue.split(separator: ".").map(String.init) }
}
