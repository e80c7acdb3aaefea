/// The turn to refresh the tokens of one client, among all processes of this machine; ends with the value or the process.
final class RefreshTurn: Sendable {
    private let file: PrivateFile

    init(_ file: consuming PrivateFile) {
        self.file = file
    }
}
