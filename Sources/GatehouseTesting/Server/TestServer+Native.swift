import Foundation
public import Gatehouse
import GatehouseStore
import GatehouseWire

extension TestServer {
    /// Registers an app that signs people up and in on its own screens, as `gatehouse client create --native` does.
    ///
    /// ```swift
    /// let server = TestServer()
    /// try await server.addNativeApp(pages: [["displayName"], ["city", "country"]])
    /// let app = GatehouseClient(server.nativeConfiguration())
    /// let step = try await app.signUp(email: "ada@example.com", password: "correct horse battery")
    /// let code = try await server.mailedCode(to: "ada@example.com")
    /// ```
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - name: What mails call it.
    ///   - usesPasswords: Whether its people have passwords, and not a code by mail each time.
    ///   - revealsAccounts: Whether it is told at once whether an address has an account.
    ///   - pages: What it asks people for at sign-up, page by page.
    /// - Throws: When the identifier is taken.
    public func addNativeApp(
        _ id: String = "app",
        name: String = "Example App",
        usesPasswords: Bool = true,
        revealsAccounts: Bool = false,
        pages: [[NativeAttribute]] = []
    ) async throws {
        var client = Client.app(id, name: name, createdAt: clock.now)
        client.skipsConsent = true
        client.native = NativeAuthentication(
            method: usesPasswords ? .password : .code,
            revealsAccounts: revealsAccounts
        )
        client.attributes = pages.enumerated().flatMap { index, attributes in
            attributes.map { ClientAttribute($0, page: index + 1) }
        }
        try await add(client)
    }

    /// How an app is set up to sign people up and in on its own screens: no network, nothing stored on disk, no browser, the
    /// server's clock.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - transport: What carries the app's requests; by default one without faults.
    /// - Returns: The configuration, to be changed as the test needs.
    public func nativeConfiguration(
        clientID: String = "app",
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        configuration(clientID: clientID, transport: transport) { _ in throw CancellationError() }
    }

    /// How an app is set up that speaks with this server as with a tenant of Entra.
    ///
    /// - Parameters:
    ///   - clientID: The client.
    ///   - tenant: The tenant's name in the path.
    ///   - transport: What carries the app's requests; by default one without faults.
    /// - Returns: The configuration, to be changed as the test needs.
    public func entraConfiguration(
        clientID: String = "app",
        tenant: String = "default",
        transport: InProcessTransport? = nil
    ) -> GatehouseClient.Configuration {
        let usual = nativeConfiguration(clientID: clientID, transport: transport)
        var configuration = GatehouseClient.Configuration(entra: issuer.appending(path: tenant), clientID: clientID)
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = usual.tokenStore
        configuration.userAgent = usual.userAgent
        configuration.environment = usual.environment
        return configuration
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
