package import Configuration
import Foundation
package import GatehouseStore
import Synchronization

/// The YAML file with settings, read and its keys checked.
package struct ConfigurationFile: Sendable {
    /// `nil` where the file sets nothing.
    package let provider: (any ConfigProvider)?
    /// What is allowed and yet hardly meant, as sentences.
    package let warnings: [String]
    /// What clients ask people for, by `clients.ID.attributes`.
    package let clientAttributes: [Client.ID: [ClientAttribute]]

    /// - Throws: when the file cannot be read, or has a key that is no setting.
    package init(path file: String) async throws(CommandFailure) {
        guard try Self.saysSomething(file) else {
            provider = nil
            warnings = []
            clientAttributes = [:]
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
        let clients = keys.names.compactMap(Self.client)
        let unknown = keys.names.subtracting(SettingKey.all.map(\.rawValue)).filter { Self.client($0) == nil }.sorted()
        guard unknown.isEmpty else {
            let isLimit = unknown.contains { $0.split(separator: ".").first == "limits" }
            throw CommandFailure(
                "The configuration file \(file) has keys that are no settings: \(unknown.joined(separator: ", ")).",
                advice: isLimit
                    ? LimitSetting.listing : "Settings are named like the options that 'gatehouse serve --help' lists."
            )
        }
        let reader = ConfigReader(provider: provider)
        clientAttributes = try await Self.attributes(of: clients, reader)
        let secrets = Self.secrets(in: reader)
        warnings =
            Self.isReadByAll(file) && !secrets.isEmpty
            ? [
                "\(file) holds \(secrets.joined(separator: " and ")), and everybody on this machine may read it: run 'chmod 600 \(file)'."
            ]
            : []
        self.provider = provider
    }

    /// What the file holds that is nobody else's business, in words.
    private static func secrets(in reader: ConfigReader) -> [String] {
        let urls: [(SettingKey, String)] = [
            (.database, "the password of the database"), (.smtp, "the password of the mail server"),
            (.sms, "the password of the SMS gateway"),
        ]
        let passwords = urls.filter { key, _ in
            let url = reader.string(forKey: ConfigKey(key.rawValue), isSecret: true)
            return url.flatMap(URLComponents.init(string:))?.password != nil
        }
        let secret = reader.string(forKey: ConfigKey(SettingKey.smsSecret.rawValue), isSecret: true)
        return passwords.map(\.1) + (secret == nil ? [] : ["the secret of the SMS gateway"])
    }

    /// The client that a key of the section `clients` is about; identifiers may have dots.
    private static func client(_ key: String) -> String? {
        let (section, name) = ("clients.", ".attributes")
        guard key.hasPrefix(section), key.hasSuffix(name), key.count > section.count + name.count else { return nil }
        return String(key.dropFirst(section.count).dropLast(name.count))
    }

    private static func attributes(
        of clients: [String],
        _ reader: ConfigReader
    ) async throws(CommandFailure) -> [Client.ID: [ClientAttribute]] {
        var attributes: [Client.ID: [ClientAttribute]] = [:]
        for id in clients {
            let key = ConfigKey(["clients", id, "attributes"])
            guard let texts = try? await reader.fetchStringArray(forKey: key) else {
                throw CommandFailure(
                    "The attributes of the client \(id) are not a list.",
                    advice: "Write a line for each, such as '- given_name,required,page=1'."
                )
            }
            var parsed: [ClientAttribute] = []
            for text in texts { parsed.append(try ClientAttribute(parsing: text)) }
            attributes[Client.ID(id)] = parsed
        }
        return attributes
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
