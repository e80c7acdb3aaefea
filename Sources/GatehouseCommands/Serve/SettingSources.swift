import Configuration
import Foundation
package import GatehouseStore

/// Where settings come from: the command line before the environment before the configuration file.
package struct SettingSources: Sendable {
    private let reader: ConfigReader
    /// What is allowed and yet hardly meant, as sentences.
    package let warnings: [String]
    /// What clients ask people for, where the file says so; nothing else says it.
    package let clientAttributes: [Client.ID: [ClientAttribute]]

    /// - Parameters:
    ///   - arguments: what stands on the command line.
    ///   - environment: the environment variables, of which those named after a setting count.
    ///   - file: the path of a YAML file; `GATEHOUSE_CONFIG` names one too.
    /// - Throws: when the file cannot be read, or when it or a variable names a limit or a setting that there is not.
    package init(
        arguments: [SettingKey: String],
        environment: [String: String],
        file: String?
    ) async throws(CommandFailure) {
        let prefix = "GATEHOUSE_"
        let variables = environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        var warnings = try Self.unknown(variables.map(\.0)).map { "\(prefix)\($0) is no setting, and does nothing." }
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
        var clientAttributes: [Client.ID: [ClientAttribute]] = [:]
        if let file = file ?? environment[prefix + "CONFIG"], !file.isEmpty {
            let configuration = try await ConfigurationFile(path: file)
            providers += configuration.provider.map { [$0] } ?? []
            warnings += configuration.warnings
            clientAttributes = configuration.clientAttributes
        }
        self.clientAttributes = clientAttributes
        self.warnings = warnings
        reader = ConfigReader(providers: providers)
    }

    /// The variables that are named after no setting.
    ///
    /// - Throws: where one would be a limit. Others are not refused, because container platforms make some of their own, such as
    ///   `GATEHOUSE_PORT` for a service of that name.
    private static func unknown(_ names: [String]) throws(CommandFailure) -> [String] {
        let known = Set(SettingKey.all.map { $0.path.joined(separator: "_").uppercased().replacing("-", with: "_") })
        let others = ["CONFIG", "LOG_LEVEL", "CLIENT_ID", "DEMO_PORT", "BIN", "RECORD"]
        let unknown = Set(names).subtracting(known).subtracting(others).sorted()
        if let limit = unknown.first(where: { $0.hasPrefix("LIMITS_") }) {
            throw CommandFailure("GATEHOUSE_\(limit) is no limit.", advice: LimitSetting.listing)
        }
        return unknown.filter { !$0.hasPrefix("PORT") && !$0.hasPrefix("SERVICE_") }
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
}

extension SettingKey {
    /// The section, where there is one, and the key in it.
    fileprivate var path: [String] { rawValue.split(separator: ".").map(String.init) }
}
