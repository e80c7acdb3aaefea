/// Whom the app talks to.
enum Backend: String, CaseIterable, Sendable {
    static let allCases: [Backend] = [.amazon]
    /// Our server, in this process.
    case gatehouse
    /// Recordings in the shape of Amazon's own answers.
    case amazon

    func world() async throws -> any World {
        switch self {
        case .gatehouse: try RecordedWorld()
        case .amazon: try RecordedWorld()
        }
    }
}
