/// Whom the app talks to.
enum Backend: String, CaseIterable, Sendable {
    /// Our server, in this process.
    case gatehouse
    /// Recordings in the shape of Amazon's own answers.
    case amazon

    func world() async throws -> any World {
        switch self {
        case .gatehouse: try await GatehouseWorld()
        case .amazon: try RecordedWorld()
        }
    }
}
