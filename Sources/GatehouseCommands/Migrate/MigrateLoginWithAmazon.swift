import ArgumentParser
import GatehouseMigration

struct MigrateLoginWithAmazon: Command {
    static let configuration = CommandConfiguration(
        commandName: "lwa",
        abstract: "List the uses of the v2 API of Login with Amazon.",
        discussion: """
            Reads Swift and Objective-C sources and changes nothing. Each use is listed with its place, what replaces \
            it in v3 and what behaves differently. Comments and string literals are no code. Hidden folders, builds \
            and fetched packages are left out unless PATH names one. The status is 0 whether or not anything is found.
            """
    )

    @Argument(help: "Source file, or folder of an app")
    var path: String

    @Flag(help: "Print all uses as a JSON object.")
    var json = false

    func run(in context: CommandContext) async throws {
        let walk: SourceWalk
        do throws(SourceWalk.Refusal) {
            walk = try SourceWalk(path: path)
        } catch {
            throw CommandError(error.message, advice: error.advice)
        }
        let report = MigrationReport(of: walk) { read, total in
            context.output.progress("Read \(read) of \(total) files.")
        }
        if walk.isSingleFile, let unread = report.unread.first {
            throw CommandError("\(unread.file): \(unread.reason)")
        }
        if json { return try context.output.json(report) }
        report.write(to: context.output)
    }
}
