import Foundation
import GatehouseWire

/// The claims of an access token, read but not compared with anything yet.
struct TokenClaims: Sendable {
    /// The rules for the claims that must be present.
    enum Profile {
        /// RFC 9068 §2.2.
        case accessToken
        /// The claims that this module needs, for servers that predate RFC 9068.
        case generic
        /// RFC 7662 §2.2: the server has checked the token, and may omit claims.
        case introspection
    }

    /// A missing or mistyped claim.
    struct Invalid: Error {
        let name: ClaimName
    }

    let issuer: String
    let subject: String
    let clientID: String?
    let scopes: ScopeSet
    let audience: [String]
    let expiresAt: TimeInterval
    let notBefore: TimeInterval?
    let issuedAt: TimeInterval?
    let tokenID: String?
    let sessionID: String?
    let authenticatedAt: TimeInterval?
    let acr: ACR?
    let amr: [AMR]
    let actors: [VerifiedToken.Actor]
    let confirmation: Confirmation?
    let members: [String: JSONValue]

    /// Reads the claims.
    ///
    /// - Parameters:
    ///   - members: The members of the payload or of the introspection response.
    ///   - profile: The rules for the claims that must be present.
    ///   - defaults: The issuer, audience and time of expiry to assume if an introspection response omits them.
    /// - Throws: `Invalid` for the first claim that is missing or of another type.
    init(
        _ members: [String: JSONValue],
        profile: Profile,
        assuming defaults: (issuer: String, audience: String, expiresAt: TimeInterval)
    ) throws(Invalid) {
        let reader = ClaimReader(members: members)
        let isIntrospected = profile == .introspection
        self.members = members
        issuer = try reader.required(reader.text(.issuer) ?? (isIntrospected ? defaults.issuer : nil), .issuer)
        audience = try reader.required(
            reader.texts(.audience) ?? (isIntrospected ? [defaults.audience] : nil),
            .audience
        )
        expiresAt = try reader.required(
            reader.time(.expiresAt) ?? (isIntrospected ? defaults.expiresAt : nil),
            .expiresAt
        )
        notBefore = try reader.time(.notBefore)
        issuedAt = try reader.time(.issuedAt)
        tokenID = try reader.text(.tokenID)
        let authorizedParty = profile == .generic ? try reader.text(.authorizedParty) : nil
        clientID = try reader.text(.clientID) ?? authorizedParty
        subject = try reader.required(reader.text(.subject) ?? (isIntrospected ? clientID : nil), .subject)
        scopes = try reader.scopes(acceptsLists: profile == .generic)
        sessionID = try reader.text(.sessionID)
        authenticatedAt = try reader.time(.authenticatedAt)
        acr = try reader.text(.acr).map(ACR.init)
        amr = try reader.texts(.amr)?.map(AMR.init) ?? []
        actors = try reader.actors()
        confirmation = try reader.confirmation()
        if profile == .accessToken {
            if issuedAt == nil { throw Invalid(name: .issuedAt) }
            if tokenID == nil { throw Invalid(name: .tokenID) }
            if clientID == nil { throw Invalid(name: .clientID) }
        }
    }
}

/// Reads claims of their types; JSON `null` is an absent claim.
private struct ClaimReader {
    let members: [String: JSONValue]

    func required<Value>(_ value: Value?, _ name: ClaimName) throws(TokenClaims.Invalid) -> Value {
        guard let value else { throw TokenClaims.Invalid(name: name) }
        return value
    }

    private func value(_ name: ClaimName) -> JSONValue? {
        members[name.rawValue].flatMap { $0 == .null ? nil : $0 }
    }

    func text(_ name: ClaimName) throws(TokenClaims.Invalid) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw TokenClaims.Invalid(name: name) }
        return text
    }

    /// Returns a text or an array of texts.
    func texts(_ name: ClaimName) throws(TokenClaims.Invalid) -> [String]? {
        guard let value = value(name) else { return nil }
        if let text = value.string { return [text] }
        guard let elements = value.array else { throw TokenClaims.Invalid(name: name) }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else { throw TokenClaims.Invalid(name: name) }
        return texts
    }

    /// Returns the seconds of a NumericDate, which may have a fraction (RFC 7519 §2).
    func time(_ name: ClaimName) throws(TokenClaims.Invalid) -> TimeInterval? {
        switch value(name) {
        case nil: nil
        case .integer(let seconds)?: TimeInterval(seconds)
        case .double(let seconds)? where seconds.isFinite: seconds
        default: throw TokenClaims.Invalid(name: name)
        }
    }

    /// Returns the scopes; servers that predate RFC 9068 also use arrays, and another name.
    func scopes(acceptsLists: Bool) throws(TokenClaims.Invalid) -> ScopeSet {
        let name: ClaimName = acceptsLists && value(.scope) == nil ? .scopeList : .scope
        let text = try acceptsLists ? texts(name)?.joined(separator: " ") : text(name)
        guard let scopes = ScopeSet(parsing: text ?? "") else { throw TokenClaims.Invalid(name: name) }
        return scopes
    }

    func actors() throws(TokenClaims.Invalid) -> [VerifiedToken.Actor] {
        guard let value = value(.actor) else { return [] }
        let chain = try decode(value, as: ActorChain.self, of: .actor)
        return chain.actors.map { VerifiedToken.Actor(subject: $0.subject, issuer: $0.issuer) }
    }

    func confirmation() throws(TokenClaims.Invalid) -> Confirmation? {
        guard let value = value(.confirmation) else { return nil }
        let confirmation = try decode(value, as: Confirmation.self, of: .confirmation)
        // A binding of another kind cannot be checked, and must not be ignored (RFC 7800 §3.1).
        guard confirmation.keyThumbprint != nil || confirmation.certificateThumbprint != nil else {
            throw TokenClaims.Invalid(name: .confirmation)
        }
        return confirmation
    }

    private func decode<Value: Decodable>(
        _ value: JSONValue,
        as type: Value.Type,
        of name: ClaimName
    ) throws(TokenClaims.Invalid) -> Value {
        do {
            return try JSONCoding.decode(type, from: JSONCoding.encode(value))
        } catch {
            throw TokenClaims.Invalid(name: name)
        }
    }
}
