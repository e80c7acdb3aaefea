/// An event of an account, as the audit log recorded it.
public struct AccountActivity: Codable, Sendable, Hashable {
    /// The identifier.
    public var id: String
    /// The time.
    public var at: Timestamp
    /// The kind of event, such as `password.changed`; later servers may send others.
    public var kind: String
    /// The identifier of the app.
    public var clientID: String?
    /// The name of the app, if it still exists.
    public var clientName: String?
    /// The network address of the request.
    public var networkAddress: String?
    /// The identifier of the session.
    public var sessionID: String?
    /// The identifier of the request, for questions to the operator.
    public var requestID: String?
    /// A detail, such as the reason of a failure.
    public var detail: String?

    /// Creates an event.
    package init(
        id: String,
        at: Timestamp,
        kind: String,
        clientID: String? = nil,
        clientName: String? = nil,
        networkAddress: String? = nil,
        sessionID: String? = nil,
        requestID: String? = nil,
        detail: String? = nil
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.clientID = clientID
        self.clientName = clientName
        self.networkAddress = networkAddress
        self.sessionID = sessionID
        self.requestID = requestID
        self.detail = detail
    }

    enum CodingKeys: String, CodingKey {
        case id, at, kind
        case clientID = "client_id"
        case clientName = "client_name"
        case networkAddress = "network_address"
        case sessionID = "session_id"
        case requestID = "request_id"
        case detail
    }
}

extension AccountActivity: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountActivity",
        "An event of the account, as the audit log recorded it.",
        members: [
            CodingKeys.id: "The identifier.",
            .at: "The time.",
            .kind: .init("The kind of event; later servers may send others.", example: "password.changed"),
            .clientID: .init("The identifier of the app.", example: "shop"),
            .clientName: .init("The name of the app, if it still exists.", example: "Example Shop"),
            .networkAddress: .init("The network address of the request.", example: "198.51.100.7"),
            .sessionID: "The identifier of the session.",
            .requestID: "The identifier of the request, for questions to the operator.",
            .detail: "A detail, such as the reason of a failure.",
        ]
    )
}
