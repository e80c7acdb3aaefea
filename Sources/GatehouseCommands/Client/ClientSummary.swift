package import GatehouseWire

/// What the command line shows of a client: what its developer knows of it, and what it asks people for.
package struct ClientSummary: Sendable, Encodable {
    package let information: ClientInformation
    /// In the words of `client create --attribute`.
    package let attributes: [String]

    package func encode(to encoder: any Encoder) throws {
        try information.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(attributes, forKey: .attributes)
    }

    private enum CodingKeys: CodingKey {
        case attributes
    }
}
