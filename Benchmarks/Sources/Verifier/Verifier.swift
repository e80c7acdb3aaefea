import Foundation

/// Measures the verifier of access tokens; prints one JSON object of checks per second.
@main
enum Verifier {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
            FileHandle.standardError.write(Data("usage: BenchmarkVerifier THREADS SECONDS\n".utf8))
            exit(64)
        }
        let checks = try await Checks()
        let figures = try await checks.measure(threads: numbers[0], for: .seconds(numbers[1]))
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}
