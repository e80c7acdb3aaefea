import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The advice for the developer of a refused request: an explanation, a command or both.
///
/// A command is given only if the registration policy accepts what it registers.
struct RejectionAdvice: Sendable {
    private(set) var note: String?
    /// The arguments of `gatehouse`; `nil` where no command helps and the app has to change its request.
    private(set) var command: [String]?

    init(_ request: RejectedRequest) {
        if request.status == 403, request.path.hasSuffix(RegistrationEndpoint.path) {
            note = "To let clients register, set --registration to token or open. Try: GATEHOUSE_REGISTRATION=token"
            return
        }
        guard let id = request.clientID else { return }
        guard let client = request.client else {
            register(id, for: request)
            return
        }
        if request.code == KiiErrorCode.appNotFound.rawValue {
            note = "The client exists, but it is not an app of Kii. Register an app of Kii with another ID."
            command = ["client", "create", "--kii", "--name", client.name]
            return
        }
        switch OAuthErrorCode(rawValue: request.code) {
        case .invalidRequest where request.lacksCodeChallenge && client.isConfidential:
            note = "Send a PKCE challenge. A confidential client whose library knows no PKCE may do without."
            update(client, with: ["--no-pkce"]) { $0.requiresPKCE = false }
        case .invalidDPoPProof where request.lacksProof && client.security.requiresDPoP:
            note = "Send a DPoP proof. A client whose library knows no DPoP may do without."
            update(client, with: ["--no-require-dpop"]) { $0.security.requiresDPoP = false }
        case .invalidRedirectURI: addRedirectURI(to: client, request)
        case .invalidScope: addScopes(to: client, request)
        case .invalidClient where request.needsNativeClient: makeNative(client)
        case .invalidClient where request.status == 401: authenticate(client, request)
        case .invalidClient where request.wireProtocol == .amazon && !client.isAmazonClient,
            .unauthorizedClient where request.wireProtocol == .amazon && !client.isAmazonClient:
            admitToAmazon(client, request)
        case .unauthorizedClient: addGrant(to: client, request)
        default: break
        }
    }

    /// Suggests a command that changes the client, if the policy accepts the result.
    ///
    /// - Returns: The policy's refusal.
    @discardableResult
    private mutating func update(
        _ client: Client,
        with options: [String],
        _ change: (inout Client) -> Void
    ) -> OAuthError? {
        var changed = client
        change(&changed)
        do throws(OAuthError) { try RegistrationPolicy.standard.check(changed) } catch { return error }
        command = ["client", "update", client.id.rawValue] + options
        return nil
    }

    // MARK: - Unknown clients

    private mutating func register(_ id: String, for request: RejectedRequest) {
        let codes = [OAuthErrorCode.invalidClient, .unauthorizedClient].map(\.rawValue)
        guard codes.contains(request.code) || request.code == KiiErrorCode.appNotFound.rawValue else { return }
        guard ClientMetadataURL(id, allowsLoopback: true) == nil else {
            note = """
                The client ID is the URL of a metadata document. Correct the document, and start the server with \
                --client-id-metadata on.
                """
            return
        }
        var registration = ClientRegistration(id: Client.ID(id), name: id, kind: .public)
        registration.redirectURIs = request.redirectURI.map { [$0] } ?? []
        var options: [String] = []
        if request.wireProtocol == .kii {
            options = ["--kii"]
            registration.passwordApp = PasswordAppRegistration()
            registration.grantTypes = [.password]
        } else if request.needsNativeClient {
            options = ["--native", "code"]
            registration.native = NativeAuthenticationSettings(method: .code)
            registration.grantTypes = [.refreshToken]
        } else if request.wireProtocol == .amazon {
            options = ["--amazon"]
            registration.kind = .confidential
        }
        do throws(OAuthError) {
            try RegistrationPolicy.standard.check(registration)
            command = ["client", "create"] + options + ["--client-id", id, "--name", id]
            command? += registration.redirectURIs.flatMap { ["--redirect-uri", $0] }
        } catch {
            if error.code == .invalidRedirectURI, request.redirectURI != nil { note = Self.explanation(error) }
            command = ["client", "list"]
        }
    }

    // MARK: - Registered clients

    private mutating func addRedirectURI(to client: Client, _ request: RejectedRequest) {
        guard let uri = request.redirectURI, !client.redirectURIs.contains(uri) else { return }
        let refusal = update(client, with: ["--add-redirect-uri", uri]) { $0.redirectURIs.append(uri) }
        note = refusal.map(Self.explanation)
    }

    private static func explanation(_ error: OAuthError) -> String {
        let allowed = "Use https, the app's own scheme, or http on localhost or 127.0.0.1."
        // The description quotes the URI, and a long one would displace the advice.
        let problem = error.description.utf8.count <= 300 ? error.description : "The redirect URI cannot be registered."
        return "\(problem) \(allowed)"
    }

    private mutating func addScopes(to client: Client, _ request: RejectedRequest) {
        guard var asked = request.scope.flatMap(ScopeSet.init(parsing:)) else { return }
        if request.wireProtocol == .amazon { asked = AmazonScopeMapping.own(for: asked) }
        guard !asked.isSubset(of: client.scopes) else { return }
        register(client.scopes.union(asked), for: client)
    }

    private mutating func admitToAmazon(_ client: Client, _ request: RejectedRequest) {
        note = "The client exists, but it is not registered for Login with Amazon."
        let asked = request.scope.flatMap(ScopeSet.init(parsing:)) ?? []
        register(client.scopes.union(AmazonScopeMapping.own(for: asked)).union([.amazonUserID]), for: client)
    }

    private mutating func register(_ scopes: ScopeSet, for client: Client) {
        // The value would be taken for an option.
        guard !scopes.description.hasPrefix("-") else { return }
        update(client, with: ["--scope", scopes.description]) { $0.scopes = scopes }
    }

    private mutating func addGrant(to client: Client, _ request: RejectedRequest) {
        guard let grant = request.grantType, !client.grantTypes.contains(grant) else { return }
        // The option replaces the registered list, so the command repeats it.
        let grants = client.grantTypes + [grant]
        update(client, with: grants.flatMap { ["--grant", $0.rawValue] }) { $0.grantTypes = grants }
    }

    private mutating func makeNative(_ client: Client) {
        guard client.passwordApp == nil else {
            note = "An app of Kii cannot use native authentication."
            return
        }
        note = "The client needs native authentication: with mailed codes, or with --native password."
        let type = client.isConfidential ? ["--type", "public"] : []
        update(client, with: type + ["--native", "code"]) { client in
            if client.isConfidential { client.makePublic() }
            client.setNative(NativeAuthenticationSettings(method: .code))
        }
    }

    private mutating func authenticate(_ client: Client, _ request: RejectedRequest) {
        let id = client.id.rawValue
        let method = client.tokenEndpointAuthMethod
        guard !method.signsAssertions else {
            note = "The client authenticates with \(method). Send a new signed assertion, or change its --auth-method."
            return
        }
        switch (client.isConfidential, request.sendsSecret) {
        case (true, true): command = ["client", "secret", "rotate", id]
        case (true, false):
            note = "The client is confidential, but the request has no secret. Send the secret."
            update(client, with: ["--type", "public"]) { $0.makePublic() }
            if command != nil { note? += " If the app runs on users' devices, make the client public." }
        case (false, true):
            note = "The client is public, but the request has a secret. Leave the secret out."
            makeConfidential(client)
        case (false, false):
            note = "The client is public and has no secret to authenticate with."
            makeConfidential(client)
        }
    }

    private mutating func makeConfidential(_ client: Client) {
        update(client, with: ["--type", "confidential"]) { $0.makeConfidential(secretHash: "") }
        if command != nil { note? += " If the app runs on a server, make the client confidential." }
    }
}
