/// The key that a token is bound to: the claim `cnf` (RFC 7800 §3.1).
package struct Confirmation: Sendable, Hashable, Codable {
    /// The thumbprint of the key of the client's DPoP proofs (RFC 9449 §6.1).
    package var keyThumbprint: String?
    /// The SHA-256 hash of the client's certificate in base64url (RFC 8705 §3.1).
    package var certificateThumbprint: String?

    package init(keyThumbprint: String? = nil, certificateThumbprint: String? = nil) {
        self.keyThumbprint = keyThumbprint
        self.certificateThumbprint = certificateThumbprint
    }

    private enum CodingKeys: String, CodingKey {
        case keyThumbprint = "jkt"
        case certificateThumbprint = "x5t#S256"
    }
}

/// The parties that act for the subject of a token: the claim `act` (RFC 8693 §4.1).
package struct ActorChain: Sendable, Hashable {
    /// A party that acts for the subject.
    package struct Actor: Sendable, Hashable {
        package var subject: String
        package var issuer: String?

        package init(subject: String, issuer: String? = nil) {
            self.subject = subject
            self.issuer = issuer
        }
    }

    /// The current actor, followed by the earlier ones, the most recent first; never empty.
    package let actors: [Actor]

    /// Creates a chain; `nil` without actors.
    package init?(_ actors: [Actor]) {
        guard !actors.isEmpty else { return nil }
        self.actors = actors
    }
}

extension ActorChain: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        let actor = Actor(
            subject: try container.decode(String.self, forKey: .subject),
            issuer: try container.decodeIfPresent(String.self, forKey: .issuer)
        )
        actors = [actor] + (try container.decodeIfPresent(ActorChain.self, forKey: .actor)?.actors ?? [])
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        guard let actor = actors.first else { return }
        try container.encode(actor.subject, forKey: .subject)
        try container.encodeIfPresent(actor.issuer, forKey: .issuer)
        try container.encodeIfPresent(ActorChain(Array(actors.dropFirst())), forKey: .actor)
    }
}
