package import Configuration
import Foundation
import GatehouseConcurrency
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// A parsed and validated YAML file with settings.
@available(macOS 15, *)
package struct ConfigurationFile: Sendable {
    /// `nil` if the file sets nothing.
    package let provider: (any ConfigProvider)?
    /// Warnings about probable mistakes, as sentences.
    package let warnings: [String]
    /// The attributes of clients, from `clients.ID.attributes`.
    package let clientAttributes: [Client.ID: [ClientAttribute]]
    /// The texts for scopes on the consent page, by `scopes.SCOPE.LANGUAGE`.
    package let scopeTexts: [Scope: [Language: String]]
    /// The resources, by `resources.IDENTIFIER`.
    package let resources: [Resource]
    /// The issuers whose tokens identify workloads, by `workloads.ISSUER`.
    package let workloads: [WorkloadIssuer]
    /// The issuers of software statements, by `software-statements.ISSUER`.
    package let statementIssuers: [TrustedIssuer]
    /// The receivers of audit events, by `webhooks.NAME` and `shared-signals.NAME`.
    package let eventReceivers: [EventReceiver]
    /// The rule for the attributes that users see and edit, by `attributes.NAME`.
    package let attributePolicy: AttributePolicy

    /// Reads a file.
    ///
    /// - Throws: If the file is unreadable or has an unknown key.
    package init(path file: String) async throws(CommandError) {
        guard try Self.hasContent(file) else {
            provider = nil
            warnings = []
            clientAttributes = [:]
            scopeTexts = [:]
            resources = []
            workloads = []
            statementIssuers = []
            eventReceivers = []
            attributePolicy = AttributePolicy()
            return
        }
        // A snapshot exposes its keys only to the function that specifies secrets.
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
            throw CommandError(
                "Configuration file '\(file)' can't be read: \(reason).",
                advice: "Use YAML with one key per setting."
            )
        }
        let clients = keys.names.compactMap(Self.client)
        let unknown = keys.names.subtracting(SettingKey.all.map(\.rawValue))
            .filter { Self.client($0) == nil && Self.scope($0) == nil && Self.attribute($0) == nil }
            .filter { ConfiguredResources.identifier($0) == nil && ConfiguredWorkloads.issuer($0) == nil }
            .filter { ConfiguredStatementIssuers.issuer($0) == nil && ConfiguredEventReceivers.name($0) == nil }
            .sorted()
        guard unknown.isEmpty else {
            let isLimit = unknown.contains { $0.split(separator: ".").first == "limits" }
            throw CommandError(
                "Configuration file '\(file)' has unknown keys: \(unknown.joined(separator: ", ")).",
                advice: isLimit
                    ? LimitSetting.listing : "List the settings: gatehouse serve --help"
            )
        }
        let reader = ConfigReader(provider: provider)
        clientAttributes = try await Self.attributes(of: clients, reader)
        scopeTexts = try Self.texts(of: keys.names.compactMap(Self.scope), reader)
        resources = try await ConfiguredResources.resources(
            of: Set(keys.names.compactMap(ConfiguredResources.identifier)),
            reader
        )
        workloads = try await ConfiguredWorkloads.workloads(
            of: Set(keys.names.compactMap(ConfiguredWorkloads.issuer)),
            reader
        )
        statementIssuers = try ConfiguredStatementIssuers.issuers(
            Set(keys.names.compactMap(ConfiguredStatementIssuers.issuer)),
            reader
        )
        eventReceivers = try await ConfiguredEventReceivers.receivers(of: keys.names, reader)
        attributePolicy = try Self.attributePolicy(of: keys.names.compactMap(Self.attribute), reader)
        let secrets = Self.secrets(in: reader) + (eventReceivers.isEmpty ? [] : ["the secrets of event receivers"])
        warnings =
            Self.isWorldReadable(file) && !secrets.isEmpty
            ? [
                "'\(file)' contains \(secrets.joined(separator: " and ")) and is readable by all users. Run: chmod 600 \(file)"
            ]
            : []
        self.provider = provider
    }

    /// Returns the names of the secrets that the file contains.
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

    /// Returns the client that a key of the section `clients` belongs to; IDs may contain dots.
    private static func client(_ key: String) -> String? {
        let (section, name) = ("clients.", ".attributes")
        guard key.hasPrefix(section), key.hasSuffix(name), key.count > section.count + name.count else { return nil }
        return String(key.dropFirst(section.count).dropLast(name.count))
    }

    /// Returns the scope and the language that a key of the section `scopes` is about; scopes may have dots.
    private static func scope(_ key: String) -> (scope: Scope, language: Language)? {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0] == "scopes", let language = Language(rawValue: String(parts[parts.count - 1])),
            let scopes = ScopeSet(parsing: parts[1..<(parts.count - 1)].joined(separator: ".")),
            scopes.scopes.count == 1
        else { return nil }
        return (scopes.scopes[0], language)
    }

    /// Returns the account attribute of a key in the section `attributes`; `nil` for other keys.
    private static func attribute(_ key: String) -> String? {
        let section = "attributes."
        return key.hasPrefix(section) && key.count > section.count ? String(key.dropFirst(section.count)) : nil
    }

    private static func attributePolicy(
        of names: [String],
        _ reader: ConfigReader
    ) throws(CommandError) -> AttributePolicy {
        var settings: [String: AttributePolicy.Access] = [:]
        for name in names {
            let text = reader.string(forKey: ConfigKey(["attributes", name]), isSecret: true)
            guard let access = text.flatMap(AttributePolicy.Access.init(rawValue:)) else {
                throw CommandError(
                    "Invalid setting of the attribute '\(name)'.",
                    advice: "Use hidden, shown or editable."
                )
            }
            settings[name] = access
        }
        return AttributePolicy(settings)
    }

    private static func texts(
        of keys: [(scope: Scope, language: Language)],
        _ reader: ConfigReader
    ) throws(CommandError) -> [Scope: [Language: String]] {
        var texts: [Scope: [Language: String]] = [:]
        for (scope, language) in keys {
            let key = ConfigKey(["scopes", scope.rawValue, language.rawValue])
            guard let text = reader.string(forKey: key, isSecret: true), (1...200).contains(text.count),
                text == text.printable
            else {
                throw CommandError(
                    "The text for the scope \(scope) in the language \(language.rawValue) cannot be shown.",
                    advice: "Write one line of 1 to 200 characters, such as 'See your orders'."
                )
            }
            texts[scope, default: [:]][language] = text
        }
        return texts
    }

    private static func attributes(
        of clients: [String],
        _ reader: ConfigReader
    ) async throws(CommandError) -> [Client.ID: [ClientAttribute]] {
        var attributes: [Client.ID: [ClientAttribute]] = [:]
        for id in clients {
            let key = ConfigKey(["clients", id, "attributes"])
            guard let texts = try? await reader.fetchStringArray(forKey: key) else {
                throw CommandError(
                    "The attributes of client '\(id)' must be a list.",
                    advice: "Use one line per attribute, for example '- given_name,required,page=1'."
                )
            }
            var parsed: [ClientAttribute] = []
            for text in texts { parsed.append(try ClientAttribute(parsing: text)) }
            attributes[Client.ID(id)] = parsed
        }
        return attributes
    }

    /// Returns whether the file contains anything but comments.
    private static func hasContent(_ file: String) throws(CommandError) -> Bool {
        guard FileManager.default.fileExists(atPath: file) else {
            throw CommandError(
                "Configuration file '\(file)' not found.",
                advice: "Check --config and GATEHOUSE_CONFIG."
            )
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw CommandError(
                "Configuration file '\(file)' can't be read.",
                advice: "Use a UTF-8 file that this user can read."
            )
        }
        return text.split(whereSeparator: \.isNewline).contains { line in
            line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
        }
    }

    private static func isWorldReadable(_ file: String) -> Bool {
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

extension ClientAttribute {
    /// Parses `NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]`; a pattern extends to the
    /// end of the text.
    init(parsing text: String) throws(CommandError) {
        var rest = text[...]
        var pattern: String?
        if let range = rest.firstRange(of: ",pattern=") {
            pattern = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
        }
        let parts = rest.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        self.init(name: parts[0], pattern: pattern)
        guard !name.isEmpty else {
            throw CommandError("Attribute '\(text)' has no name.", advice: Self.syntax)
        }
        for part in parts.dropFirst() { try apply(part, of: text) }
    }

    private mutating func apply(_ part: String, of text: String) throws(CommandError) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (pair[0], pair.dropFirst().first) {
        case ("required", nil): isRequired = true
        case ("label", let label?): self.label = label
        case ("options", let list?): options = list.split(separator: "|").map(String.init)
        case ("page", let number?) where (Int(number) ?? 0) > 0: page = Int(number) ?? 1
        case (let name, nil) where Kind(rawValue: name) != nil: kind = Kind(rawValue: name) ?? .text
        default:
            throw CommandError(
                "Attribute '\(text)' has an unknown part: \(part).",
                advice: Self.syntax
            )
        }
    }

    private static let syntax =
        "Use NAME[,\(Kind.allCases.map(\.rawValue).joined(separator: "|"))][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]."

    /// The text form that `init(parsing:)` reads.
    var specification: String {
        var parts = [name]
        if kind != .text { parts.append(kind.rawValue) }
        if isRequired { parts.append("required") }
        if page != 1 { parts.append("page=\(page)") }
        if let label { parts.append("label=\(label)") }
        if !options.isEmpty { parts.append("options=" + options.joined(separator: "|")) }
        if let pattern { parts.append("pattern=\(pattern)") }
        return parts.joined(separator: ",")
    }
}
