import Testing

/// An exchange recorded under `Tests/Fixtures`.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    /// The file name without extension: the feature and the case.
    let file: String
    let title: String
    let exchange: @Sendable (DeterministicServer) async throws -> Exchange

    init(
        _ file: String,
        _ title: String,
        _ exchange: @escaping @Sendable (DeterministicServer) async throws -> Exchange
    ) {
        self.file = file
        self.title = title
        self.exchange = exchange
    }

    var testDescription: String { file }

    static let all =
        ResourceExchanges.metadata + AuthorizationExchanges.all + TokenExchanges.all + ResourceExchanges.resources
        + AmazonExchanges.all + EntraExchanges.all + KiiExchanges.all + ResourceExchanges.other
}
