import GatehouseStore

/// The sign-ins that require a second factor, as the server's setting `second-factor`.
public enum SecondFactorPolicy: Sendable, Hashable, CaseIterable {
    /// Only those for which the app requests it.
    case off
    /// Those of users who have turned it on.
    case whenEnrolled
    /// All; a user without a second factor enrols one.
    case required

    var demand: SecondFactorDemand {
        switch self {
        case .off: .off
        case .whenEnrolled: .whenEnrolled
        case .required: .required
        }
    }
}

extension TestClients {
    /// Sets the sign-ins of an app that require a second factor, as `gatehouse client update --second-factor` does.
    ///
    /// - Parameters:
    ///   - policy: The sign-ins; `nil` for those of the server's setting.
    ///   - id: The client identifier.
    /// - Throws: ``TestServerError`` if there is no such client; any error of the store.
    public func setSecondFactor(_ policy: SecondFactorPolicy?, of id: String = "app") async throws {
        guard var client = try await server.store.client(Client.ID(id)) else {
            throw TestServerError("Client \(id) not found.")
        }
        client.secondFactor = policy?.demand
        client.revision += 1
        try await server.store.commit([.client(.update(client))])
    }
}
