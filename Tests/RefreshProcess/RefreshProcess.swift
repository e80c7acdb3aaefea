import Foundation

/// An app in its own process, for tests that kill it or run several on one store.
///
/// For each input line, a time in seconds since 1970, it sets its clock, requests an access token and writes the result
/// as a line of JSON. An empty line or the end of input ends it.
@main
enum RefreshProcess {
    static func main() async throws {
        guard let plan = Plan(CommandLine.arguments) else { exit(64) }
        let app = App(plan)
        while let line = readLine(), let time = TimeInterval(line) {
            let report = try JSONEncoder().encode(await app.requestToken(at: Date(timeIntervalSince1970: time)))
            try FileHandle.standardOutput.write(contentsOf: report + Data("\n".utf8))
        }
        await app.finish()
    }
}
