import Configuration
import Foundation
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// The sources of settings, in order of precedence: command line, environment, configuration file.
package struct SettingSources: Sendable {
    private let reader: any SettingReader
    /// Warnings about probable mistakes, as sentences.
    package let warnings: [String]
    /// The attributes of clients, which only the configuration file can set.
    package let clientAttributes: [Client.ID: [ClientAttribute]]
    /// The texts for scopes on the consent page, which only the file has.
    package let scopeTexts: [Scope: [Language: String]]
    /// The resources that the file defines.
    package let resources: [Resource]
    /// The issuers that the file trusts to identify workloads.
    package let workloads: [WorkloadIssuer]
    /// The issuers whose software statements the file accepts.
    package let statementIssuers: [TrustedIssuer]
    /// The receivers of audit events, which only the file has.
    package let eventReceivers: [EventReceiver]
    /// The rule for the attributes that users see and edit, which only the file has.
    package let attributePolicy: AttributePolicy

    /// - Parameters:
    ///   - arguments: The options of the command line.
    ///   - environment: The environment variables; only those named after a setting are used.
    ///   - file: The path of a YAML file; defaults to `GATEHOUSE_CONFIG`.
    /// - Throws: If the file is unreadable, or if it or a variable names an unknown setting or limit.
    package init(
        arguments: [SettingKey: String],
        environment: [String: String],
        file: String?
    ) async throws(CommandError) {
        guard #available(macOS 15, *) else {
            throw CommandError("The server requires macOS 15 or later.", advice: "Update macOS, or use Linux.")
        }
        let prefix = "GATEHOUSE_"
        let variables = environment.filter { $0.key.hasPrefix(prefix) && !$0.value.isEmpty }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        var warnings = try Self.unknown(variables.map(\.0)).map { "unknown variable \(prefix)\($0) ignored." }
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
        var scopeTexts: [Scope: [Language: String]] = [:]
        var resources: [Resource] = []
        var workloads: [WorkloadIssuer] = []
        var statementIssuers: [TrustedIssuer] = []
        var eventReceivers: [EventReceiver] = []
        var attributePolicy = AttributePolicy()
        if let file = file ?? environment[prefix + "CONFIG"], !file.isEmpty {
            let configuration = try await ConfigurationFile(path: file)
            providers += configuration.provider.map { [$0] } ?? []
            warnings += configuration.warnings
            clientAttributes = configuration.clientAttributes
            scopeTexts = configuration.scopeTexts
            resources = configuration.resources
            workloads = configuration.workloads
            statementIssuers = configuration.statementIssuers
            eventReceivers = configuration.eventReceivers
            attributePolicy = configuration.attributePolicy
        }
        self.resources = resources
        self.workloads = workloads
        self.statementIssuers = statementIssuers
        self.eventReceivers = eventReceivers
        self.attributePolicy = attributePolicy
        self.scopeTexts = scopeTexts
        self.clientAttributes = clientAttributes
        self.warnings = warnings
        reader = ConfigReader(providers: providers)
    }

    /// Returns the variables that match no setting.
    ///
    /// - Throws: If one looks like a limit. Other variables are tolerated, because container platforms add their own,
    ///   such as `GATEHOUSE_PORT` for a service of that name.
    private static func unknown(_ names: [String]) throws(CommandError) -> [String] {
        let known = Set(SettingKey.all.map { $0.path.joined(separator: "_").uppercased().replacing("-", with: "_") })
        let others = ["CONFIG", "CLIENT_ID", "DEMO_PORT", "BIN", "RECORD"]
        let unknown = Set(names).subtracting(known).subtracting(others).sorted()
        if let limit = unknown.first(where: { $0.hasPrefix("LIMITS_") }) {
            throw CommandError("Unknown limit GATEHOUSE_\(limit).", advice: LimitSetting.listing)
        }
        return unknown.filter { !$0.hasPrefix("PORT") && !$0.hasPrefix("SERVICE_") }
    }

    /// Returns the setting's text; `nil` if it is not set.
    package func text(_ key: SettingKey) async throws(CommandError) -> String? {
        do {
            return try await reader.text(at: key.path, isSecret: SettingKey.secrets.contains(key))
        } catch {
            throw CommandError(
                "Setting '\(key.rawValue)' must be a single value.",
                advice: "Use a plain string in the configuration file."
            )
        }
    }

    /// Returns the setting's texts: a list in the file, or one comma-separated text; empty if it is not set.
    package func texts(_ key: SettingKey) async throws(CommandError) -> [String] {
        if let list = try? await reader.texts(at: key.path) { return list }
        let list = try await text(key)?.split(separator: ",") ?? []
        return list.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

/// Reads settings by section and key; hides a library that requires macOS 15.
private protocol SettingReader: Sendable {
    func text(at path: [String], isSecret: Bool) async throws -> String?
    func texts(at path: [String]) async throws -> [String]?
}

@available(macOS 15, *)
extension ConfigReader: SettingReader {
    fileprivate func text(at path: [String], isSecret: Bool) async throws -> String? {
        try await fetchString(forKey: ConfigKey(path), isSecret: isSecret)
    }

    fileprivate func texts(at path: [String]) async throws -> [String]? {
        try await fetchStringArray(forKey: ConfigKey(path))
    }
}

extension SettingKey {
    /// The section, if any, and the key in it.
    fileprivate var path: [String] { rawValue.split(separator: ".").map(String.init) }
}
