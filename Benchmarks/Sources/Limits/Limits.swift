import Foundation

/// Measures the limits of the libraries on this machine.
@main
enum Limits {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().compactMap { Int($0) }) {
        case ("route", let numbers) where numbers.count == 1:
            try await EmptyRoute.serve(port: numbers[0])
        case ("signatures", let numbers) where numbers.count == 2:
            guard let algorithm = arguments.dropFirst().first.flatMap(Signatures.init) else { fallthrough }
            print(try algorithm.perSecond(threads: numbers[0], seconds: numbers[1]))
        case ("verifications", let numbers) where numbers.count == 2:
            print(try Verifications.perSecond(threads: numbers[0], seconds: numbers[1]))
        default:
            let usage =
                "usage: BenchmarkLimits route PORT | signatures ES256|RS256 THREADS SECONDS "
                + "| verifications THREADS SECONDS\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }
    }
}
