package import Configuration
import Foundation
import Synchronization

/// The YAML file with settings, read and its keys checked.
package struct ConfigurationFile: Sendable {
    /// `nil` where the file sets nothing.
    package let provider: (any ConfigProvider)?
    /// What is allowed and yet hardly meant, as sentences.
    package let warnings: [String]

    /// - Throws: when the file cannot be read, or has a key that is no setting.
    package init(path file: String) async throws(CommandFailure) {
        guard try Self.saysSomething(file) else {
            provider = nil
            warnings = []
            return
        }
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
            var reason = "\(error)"
            while reason.hasSuffix(".") { reason.removeLast() }
            throw CommandFailure(
                "The configuration file \(file) cannot be read: \(reason).",
                advice: "It has to be YAML with a key per setting."
            )
        }
        let unknown = keys.names.subtracting(SettingKey.all.map(\.rawValue)).sorted()
        guard unknown.isEmpty else {
            let isLimit = unknown.contains { $0.split(separator: ".").first == "limits" }
            throw CommandFailure(
                "The configuration file \(file) has keys that are no settings: \(unknown.joined(separator: ", ")).",
                advice: isLimit
                    ? LimitSetting.listing : "Settings are named like the options that 'gatehouse serve --help' lists."
            )
        }
        let smtp = ConfigReader(provider: provider).string(forKey: "smtp", isSecret: true)
        warnings =
            Self.isReadByAll(file) && smtp.flatMap(URLComponents.init(string:))?.password != nil
            ? [
                "\(file) holds the password of the mail server, and everybody on this machine may read it: run 'chmod 600 \(file)'."
            ]
            : []
        self.provider = provider
    }

    /// Whether there is anything but comments in it.
    private static func saysSomething(_ file: String) throws(CommandFailure) -> Bool {
        guard FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure(
                "There is no configuration file \(file).",
                advice: "Check --config and GATEHOUSE_CONFIG."
            )
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CommandFailure(
                "The configuration file \(file) cannot be read.",
                advice: "It has to be a text in UTF-8 that this user may read."
            )
        }
        return text.split(whereSeparator: \.isNewline).contains { line in
            line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
        }
    }

    private static func isReadByAll(_ file: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        return (mode ?? 0) & 0o004 != 0
    }

    private final class KeyRecord: Sendable {
        private let keys = Mutex<Set<String>>([])

        var names: Set<String> { keys.withLock { $0 } }

        func add(_ key: String) {
            _ = keys.withLock { $0.insert(key) }
        }
    }
}
