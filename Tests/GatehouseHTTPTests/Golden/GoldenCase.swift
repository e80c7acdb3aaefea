import GatehouseServer
import Testing

/// An exchange recorded under `Tests/Fixtures`.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    /// The file name without extension: the feature and the case.
    let file: String
    let title: String
    /// The second factors of the server.
    let factors: FactorSettings
    let exchange: @Sendable (DeterministicServer) async throws -> Exchange

    init(
        _ file: String,
        _ title: String,
        factors: FactorSettings = FactorSettings(),
        _ exchange: @escaping @Sendable (DeterministicServer) async throws -> Exchange
    ) {
        self.file = file
        self.title = title
        self.factors = factors
        self.exchange = exchange
    }

    var testDescription: String { file }

    static let all =
        ResourceExchanges.metadata + AuthorizationExchanges.all + TokenExchanges.all + ResourceExchanges.resources
        + AmazonExchanges.all + EntraExchanges.all + EntraInteractionExchanges.all
        + FirstPartyExchanges.all + KiiExchanges.all + ResourceExchanges.other
}
