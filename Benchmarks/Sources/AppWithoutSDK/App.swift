import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app that requests the profile without the SDK, to measure the size without it.
@main
enum App {
    static func main() async throws {
        guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else { return }
        let (data, _) = try await URLSession.shared.data(for: URLRequest(url: url))
        print(try JSONDecoder().decode([String: String].self, from: data)["sub"] ?? "nobody")
    }
}
