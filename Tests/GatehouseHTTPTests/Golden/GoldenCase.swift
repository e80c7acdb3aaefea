import Testing

/// An exchange that is recorded under `Tests/Fixtures`.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    /// The file, without its ending: the feature and what happens.
    let file: String
    let title: String
    let exchange: @Sendable (Exhibition) async throws -> Exchange

    init(_ file: String, _ title: String, _ exchange: @escaping @Sendable (Exhibition) async throws -> Exchange) {
        self.file = file
        self.title = title
        self.exchange = exchange
    }

    var testDescription: String { file }

    static let all = metadata + authorization + token + resources + amazon + entra + kii + other
}
