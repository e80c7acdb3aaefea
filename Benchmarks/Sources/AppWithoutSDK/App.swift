import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that asks a server who somebody is, by hand: what an app without the SDK weighs.
@main
enum App {
    static func main() async throws {
        guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else { return }
        let (data, _) = try await URLSession.shared.data(for: URLRequest(url: url))
        print(try JSONDecoder().decode([String: String].self, from: data)["sub"] ?? "nobody")
    }
}
