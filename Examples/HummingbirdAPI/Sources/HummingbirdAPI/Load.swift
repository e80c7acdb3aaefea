import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Returns the body of a successful response.
func load(_ url: URL) async throws -> Data {
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return data
}
