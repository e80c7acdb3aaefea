/// The party that caused an audit event.
package enum AuditActor: Sendable, Hashable {
    /// The user, signed in or with a proven factor.
    case user(Account.ID)
    case client(Client.ID)
    /// The user of the operating system who ran a command.
    case `operator`(String)
    /// A background job of the server.
    case job(String)
    /// A caller who has proven nothing.
    case anonymous

    /// The kind and the name, such as `operator:alice`.
    package var text: String {
        switch self {
        case .user(let id): "user:\(id)"
        case .client(let id): "client:\(id)"
        case .operator(let name): "operator:\(name)"
        case .job(let name): "job:\(name)"
        case .anonymous: "anonymous"
        }
    }

    /// Parses a ``text``; returns `nil` for a kind that is not known.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.dropFirst().first) {
        case ("user", let id?): self = .user(Account.ID(id))
        case ("client", let id?): self = .client(Client.ID(id))
        case ("operator", let name?): self = .operator(name)
        case ("job", let name?): self = .job(name)
        case ("anonymous", nil): self = .anonymous
        default: return nil
        }
    }
}

extension AuditActor: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let actor = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The actor is of an unknown kind.")
            )
        }
        self = actor
    }

    package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
