import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// A client as the command line shows it: its metadata and the operator's settings.
package struct ClientSummary: Sendable, Encodable {
    package var information: ClientInformation
    /// The stored client.
    package let client: Client
    /// The attributes in the form that `client create --attribute` takes.
    package var attributes: [String] { client.attributes.map(\.specification) }

    package init(_ client: Client) {
        information = client.information()
        self.client = client
    }

    package func encode(to encoder: any Encoder) throws {
        try information.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attributes, forKey: .attributes)
        try container.encode(client.requiresPKCE, forKey: .requiresPKCE)
        try container.encode(client.mayOmitRedirectURI, forKey: .mayOmitRedirectURI)
        try container.encode(client.skipsConsent, forKey: .skipsConsent)
        try container.encode(client.refreshRecovery, forKey: .refreshRecovery)
        try container.encode(client.introspects, forKey: .introspects)
        try container.encodeIfPresent(client.codeDomain, forKey: .codeDomain)
        try container.encodeIfPresent(client.secondFactor, forKey: .secondFactor)
        try container.encodeIfPresent(client.defaultResource?.rawValue, forKey: .defaultResource)
        try encodeExchange(in: &container)
        try container.encodeIfPresent(client.security.profile, forKey: .profile)
        if client.security.requiresDPoP { try container.encode(true, forKey: .requiresDPoP) }
        if let apps = client.mobileApps {
            try container.encode(apps.appleAppIDs, forKey: .appleAppIDs)
            try container.encode(apps.androidApps.flatMap(\.specifications), forKey: .androidApps)
        }
        try container.encodeIfPresent(client.sectorIdentifier, forKey: .sectorIdentifier)
        if !client.previousSecrets.isEmpty {
            try container.encode(
                client.previousSecrets.map { UnixTime($0.expiresAt) },
                forKey: .previousSecretsExpireAt
            )
        }
        try container.encodeIfPresent(client.origin?.isVerified, forKey: .isVerified)
        try container.encodeIfPresent(client.origin?.statementIssuer, forKey: .statementIssuer)
        if client.isForDevelopment { try container.encode(true, forKey: .isForDevelopment) }
        if client.deletedAt != nil { try container.encode(true, forKey: .isBeingDeleted) }
        if let app = client.passwordApp { try encode(app, in: &container) }
        guard let native = client.native else { return }
        try container.encode(native.method, forKey: .native)
        try container.encode(native.disclosesAccounts, forKey: .disclosesAccounts)
        try container.encode(native.origins, forKey: .origins)
    }

    private func encodeExchange(in container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let policy = client.tokenExchange else { return }
        try container.encode(policy.subjects.map(\.rawValue), forKey: .exchangeSubjects)
        try container.encode(policy.targets.map(\.rawValue), forKey: .exchangeTargets)
        try container.encode(policy.permitsImpersonation, forKey: .permitsImpersonation)
    }

    private func encode(_ app: PasswordAppSettings, in container: inout KeyedEncodingContainer<CodingKeys>) throws {
        var members = container.nestedContainer(keyedBy: KiiKeys.self, forKey: .kii)
        try members.encode(Int(app.tokenLifetime), forKey: .tokenLifetime)
        try members.encode(app.accepts.map(\.rawValue), forKey: .accepts)
        try members.encode(app.disclosesAccounts, forKey: .disclosesAccounts)
        try members.encode(app.adminSecretHash != nil, forKey: .hasAdministrator)
    }

    private enum CodingKeys: String, CodingKey {
        case attributes, profile
        case native, kii
        case disclosesAccounts = "reveal_accounts"
        case origins = "web_origins"
        case requiresPKCE = "requires_pkce"
        case mayOmitRedirectURI = "redirect_uri_optional"
        case skipsConsent = "skip_consent"
        case refreshRecovery = "refresh_recovery"
        case introspects
        case codeDomain = "code_domain"
        case secondFactor = "second_factor"
        case defaultResource = "default_resource"
        case exchangeSubjects = "exchange_from"
        case exchangeTargets = "exchange_to"
        case permitsImpersonation = "impersonate"
        case requiresDPoP = "requires_dpop"
        case appleAppIDs = "apple_app_ids"
        case androidApps = "android_apps"
        case sectorIdentifier = "sector_identifier"
        case previousSecretsExpireAt = "previous_secrets_expire_at"
        case isVerified = "verified"
        case statementIssuer = "software_statement_issuer"
        case isForDevelopment = "development"
        case isBeingDeleted = "deleting"
    }

    private enum KiiKeys: String, CodingKey {
        case tokenLifetime = "token_lifetime"
        case accepts = "accepts_tokens_of"
        case disclosesAccounts = "reveal_accounts"
        case hasAdministrator = "administrator"
    }
}

extension ClientSummary {
    /// The kind of client, in one or two words.
    var kind: String {
        if client.deletedAt != nil { return "deleting" }
        return client.isForDevelopment ? "\(signInKind), development only" : signInKind
    }

    private var signInKind: String {
        if client.passwordApp != nil { return "kii" }
        if let native = client.native { return "native (\(native.method.rawValue))" }
        return client.isConfidential ? "confidential" : "public"
    }

    /// Prints the client, with new secrets, if any.
    func show(asJSON isJSON: Bool, to output: Output) throws {
        if isJSON { return try output.json(self) }
        write(to: output)
        writeSecrets(to: output)
    }

    private var exchangeLines: [(String, String)] {
        guard let policy = client.tokenExchange else { return [] }
        return [
            ("Exchanges", policy.subjects.map(\.rawValue).joined(separator: " ")),
            ("For tokens of", policy.targets.map(\.rawValue).joined(separator: " ")),
            ("Acts as", policy.permitsImpersonation ? "the user, without being named" : "actor for the user"),
        ]
    }

    /// Prints the properties of the client, one per line.
    func write(to output: Output) {
        var lines = [("Client ID", information.clientID), ("Name", client.name), ("Type", kind)]
        if client.isConfidential { lines += secretLines }
        lines += [
            ("Grants", client.grantTypes.map(\.shortName).joined(separator: " ")),
            ("Scope", client.scopes.description),
        ]
        let own = client.grantTypes.filter { $0 != .tokenExchange }
        if RegistrationPolicy.standard.servesUsers(own) { lines += userLines }
        if let origin = client.origin { lines.append(("Registered", origin.summary)) }
        if let resource = client.defaultResource { lines.append(("Default API", resource.rawValue)) }
        lines += exchangeLines
        if let profile = client.security.profile { lines.append(("Profile", profile.rawValue)) }
        lines += keyLines
        if client.security.requiresDPoP { lines.append(("DPoP", "required")) }
        if let apps = client.mobileApps {
            lines.append(("Apple apps", apps.appleAppIDs.joined(separator: " ")))
            lines.append(("Android apps", apps.androidApps.flatMap(\.specifications).joined(separator: " ")))
        }
        if let logout = client.backChannelLogout {
            lines.append(("Logout tokens", logout.uri + (logout.requiresSessionID ? ", always with sid" : "")))
        }
        lines += openIDLines
        if let sector = client.sectorIdentifier { lines.append(("User IDs", "pairwise, for \(sector)")) }
        if let native = client.native {
            lines.append(("Accounts", Self.members(native.disclosesAccounts)))
            lines.append(("Web origins", native.origins.joined(separator: " ")))
        }
        if let app = client.passwordApp { lines += self.lines(of: app) }
        output.writeProperties(lines)
    }

    /// The lines of a client that users sign in to.
    private var userLines: [(String, String)] {
        [
            ("Redirect URIs", client.redirectURIs.joined(separator: " ")),
            ("Token requests", client.mayOmitRedirectURI ? "may omit the redirect URI" : "repeat the redirect URI"),
            ("After sign-out", client.postLogoutRedirectURIs.joined(separator: " ")),
            ("PKCE", client.requiresPKCE ? "required" : "optional"),
            ("Consent", client.skipsConsent ? "skipped" : "required"),
            ("ID tokens", client.idTokenAlgorithm.rawValue), ("Refresh", refresh),
            ("SMS codes for", client.codeDomain ?? ""), ("Logo", client.logoURI ?? ""),
            ("Terms of use", client.termsOfServiceURI ?? ""), ("Privacy policy", client.policyURI ?? ""),
            ("Attributes", attributes.joined(separator: " ")),
            ("Second factor", client.secondFactor?.rawValue ?? "as set for the server"),
        ]
    }

    /// Prints new secrets, if any.
    func writeSecrets(to output: Output) {
        if let secret = information.clientSecret {
            output.writeProperties([("Client secret", secret.reveal())])
            output.error("Save the client secret now. It won't be shown again.")
        }
        if let secret = information.kiiAdminSecret {
            output.writeProperties([("Admin secret", secret.reveal())])
            output.error("Save the administrator secret now. It won't be shown again. Don't put it into the app.")
        }
    }

    /// The rule for replaced refresh tokens, unless they are never replaced.
    private var refresh: String { client.rotatesRefreshTokens ? client.refreshRecovery.rawValue : "without rotation" }

    private var secretLines: [(String, String)] {
        var lines = [("Authentication", client.tokenEndpointAuthMethod.rawValue)]
        if let algorithm = client.security.assertionAlgorithm { lines.append(("Assertions", algorithm.rawValue)) }
        for previous in client.previousSecrets {
            lines.append(("Old secret", "valid until \(previous.expiresAt.formatted(.iso8601))"))
        }
        lines.append(("Introspection", client.introspects.map(\.rawValue).joined(separator: " ")))
        return lines
    }

    /// The lines of a client with keys or requirements on its requests; others have none.
    private var keyLines: [(String, String)] {
        let security = client.security
        var lines: [(String, String)] = []
        switch client.keys {
        case nil: break
        case .set(let set): lines.append(("Keys", set.keys.map { $0.keyID ?? "unnamed" }.joined(separator: " ")))
        case .uri(let uri): lines.append(("Keys", uri))
        }
        let requirements = [
            security.requiresPushedRequests ? "pushed" : nil, security.requiresSignedRequests ? "signed" : nil,
        ].compactMap(\.self)
        if !requirements.isEmpty { lines.append(("Requests", "must be " + requirements.joined(separator: " and "))) }
        if let algorithm = security.requestObjectAlgorithm { lines.append(("Signed requests", algorithm.rawValue)) }
        return lines
    }

    /// The lines of a client with signed userinfo responses or defaults of requests; others have none.
    private var openIDLines: [(String, String)] {
        var lines: [(String, String)] = []
        if let algorithm = client.security.userInfoAlgorithm {
            lines.append(("Userinfo", "signed with \(algorithm.rawValue)"))
        }
        guard let defaults = client.authenticationDefaults else { return lines }
        if let maxAge = defaults.maxAge { lines.append(("Default max_age", "\(maxAge) seconds")) }
        if !defaults.classes.isEmpty {
            lines.append(("Default acr", defaults.classes.map(\.rawValue).joined(separator: " ")))
        }
        if defaults.requiresAuthenticationTime { lines.append((ClaimName.authenticatedAt.rawValue, "required")) }
        return lines
    }

    private func lines(of app: PasswordAppSettings) -> [(String, String)] {
        [
            ("Accounts", Self.members(app.disclosesAccounts)), ("Token lifetime", TimeInterval.text(app.tokenLifetime)),
            ("Accepts tokens", app.accepts.map(\.rawValue).joined(separator: " ")),
            ("Administrator", app.adminSecretHash == nil ? "no" : "yes"),
            ("Refresh tokens", client.grantTypes.contains(.refreshToken) ? "yes" : "no"),
        ]
    }

    private static func members(_ isDisclosed: Bool) -> String {
        isDisclosed ? "disclosed" : "not disclosed"
    }
}

extension ClientOrigin {
    /// The way in which the client became known, and who vouches for it.
    fileprivate var summary: String {
        switch (kind, statementIssuer) {
        case (.document, _): "by its metadata document"
        case (.registration, let issuer?): "by itself, verified by a software statement of \(issuer)"
        case (.registration, nil): isVerified ? "by itself, with an initial access token" : "by itself, not verified"
        }
    }
}
