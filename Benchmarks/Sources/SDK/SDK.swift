import Foundation

/// Measures the SDK in an app; prints one JSON object of numbers.
@main
enum SDK {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 4, let issuer = URL(string: arguments[1]) else { usage() }
        let app = App(issuer: issuer, clientID: arguments[2], directory: URL(filePath: arguments[3]))
        let figures: [String: Double]
        switch (arguments[0], arguments.count) {
        case ("calls", 6): figures = try await Calls(app: app).measure(email: arguments[4], password: arguments[5])
        case ("state", 4): figures = try await Launch(app: app).firstState()
        case ("token", 4): figures = try await Launch(app: app).firstToken()
        default: usage()
        }
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }

    private static func usage() -> Never {
        FileHandle.standardError.write(
            Data("usage: BenchmarkSDK calls|state|token ISSUER CLIENT STORE [EMAIL PASSWORD]\n".utf8)
        )
        exit(64)
    }
}
