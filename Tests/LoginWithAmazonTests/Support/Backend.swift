/// The server that the app uses.
enum Backend: String, CaseIterable, Sendable {
    /// The Gatehouse server, in this process.
    case gatehouse
    /// Recorded responses in Amazon's format.
    case amazon

    func world() async throws -> any World {
        switch self {
        case .gatehouse: try await GatehouseWorld()
        case .amazon: try RecordedWorld()
        }
    }
}
