import Foundation
import GatehouseStore
import GatehouseWire

extension TestClients {
    /// Registers an app with native authentication, as `gatehouse client create --native` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// try await server.clients.addNative(pages: [["displayName"], ["city", "country"]])
    /// let app = GatehouseClient(configuration: server.nativeConfiguration())
    /// let step = try await app.signUp(email: "ada@example.com", password: "correct horse battery")
    /// let code = try await server.mailedCode(to: "ada@example.com")
    /// ```
    ///
    /// - Parameters:
    ///   - id: The client identifier.
    ///   - name: The name in mails.
    ///   - usesPasswords: Whether users have passwords, instead of an emailed code each time.
    ///   - disclosesAccounts: Whether the server discloses whether an address has an account.
    ///   - pages: The attributes requested at sign-up, page by page.
    /// - Throws: An error if the identifier is in use.
    public func addNative(
        _ id: String = "app",
        name: String = "Example App",
        usesPasswords: Bool = true,
        disclosesAccounts: Bool = false,
        pages: [[NativeAttribute]] = []
    ) async throws {
        var client = Client.app(id, name: name, createdAt: server.clock.now)
        client.skipsConsent = true
        client.native = NativeAuthenticationSettings(
            method: usesPasswords ? .password : .code,
            disclosesAccounts: disclosesAccounts
        )
        client.attributes = pages.enumerated().flatMap { index, attributes in
            attributes.map { ClientAttribute($0, page: index + 1) }
        }
        try await server.add(client)
    }
}

extension ClientAttribute {
    fileprivate init(_ attribute: NativeAttribute, page: Int) {
        let (kind, options): (Kind, [String]) =
            switch attribute.kind {
            case .text: (.text, [])
            case .boolean: (.boolean, [])
            case .number: (.number, [])
            case .choice(let options): (.choice, options)
            }
        self.init(
            name: EntraAttributeName.own(for: attribute.name),
            label: attribute.label,
            kind: kind,
            isRequired: attribute.isRequired,
            pattern: attribute.pattern,
            options: options,
            page: page
        )
    }
}

/// An attribute that an app requests at native sign-up, for ``TestServer``.
public struct NativeAttribute: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The data type of a value.
    public enum Kind: Sendable, Hashable {
        /// Any text.
        case text
        /// A Boolean value.
        case boolean
        /// A number.
        case number
        /// One of the given values.
        case choice([String])
    }

    /// The name, in Entra's spelling or in that of OpenID Connect.
    public var name: String
    /// The label for a form.
    public var label: String?
    /// The data type of the value.
    public var kind: Kind
    /// A Boolean value that indicates whether the attribute is required.
    public var isRequired: Bool
    /// A regular expression that the whole value must match.
    public var pattern: String?

    /// Creates an attribute.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - label: The label for a form.
    ///   - kind: The data type of the value.
    ///   - isRequired: Whether the attribute is required.
    ///   - pattern: A regular expression that the whole value must match.
    public init(
        _ name: String,
        label: String? = nil,
        kind: Kind = .text,
        isRequired: Bool = true,
        pattern: String? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.pattern = pattern
    }

    /// Creates a required text attribute.
    ///
    /// - Parameter name: The name.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}
