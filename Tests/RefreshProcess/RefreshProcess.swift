import Foundation

/// An app in a process of its own, for tests that kill it or run many of it on one store.
///
/// For each line that it reads, which is a time in seconds since 1970, it sets its clock and asks for an access token; what came of it is a
/// line of JSON. An empty line, or none, is the end.
@main
enum RefreshProcess {
    static func main() async throws {
        guard let plan = Plan(CommandLine.arguments) else { exit(64) }
        let app = App(plan)
        while let line = readLine(), let time = TimeInterval(line) {
            let report = try JSONEncoder().encode(await app.ask(at: Date(timeIntervalSince1970: time)))
            try FileHandle.standardOutput.write(contentsOf: report + Data("\n".utf8))
        }
        await app.finish()
    }
}
