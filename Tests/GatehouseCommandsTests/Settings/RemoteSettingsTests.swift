import Foundation
import GatehouseCommands
import GatehouseDelivery
import GatehouseServer
import Testing

/// The settings for requests to servers that clients name.
@Suite struct RemoteSettingsTests: SettingsReader {
    private func admits(_ text: String, _ arguments: [SettingKey: String]) async throws -> Bool {
        let settings = try await settings(arguments)
        let transport = try settings.remote.transport(for: settings.server)
        return transport.addresses.admits(try #require(IPAddress(text)))
    }

    @Test func reachesPublicAddressesOnly() async throws {
        #expect(try await admits("8.8.8.8", [:]))
        #expect(try await !admits("10.1.0.1", [:]))
        #expect(try await !admits("127.0.0.1", [.issuer: "https://id.example.com"]))
    }

    @Test func reachesNamedNetworks() async throws {
        let arguments: [SettingKey: String] = [.remoteNetwork: "10.1.0.0/16,192.0.2.10"]
        #expect(try await admits("10.1.255.1", arguments))
        #expect(try await admits("192.0.2.10", arguments))
        #expect(try await !admits("10.2.0.1", arguments))
    }

    @Test func reachesOwnMachineInDevelopment() async throws {
        #expect(try await admits("127.0.0.1", [.dev: "true"]))
        #expect(try await !admits("10.0.0.1", [.dev: "true"]))
    }

    @Test func rejectsMalformedNetwork() async throws {
        let line = await failure { _ = try await settings([.remoteNetwork: "10.0.0.0/8,intranet"]) }
        #expect(line?.contains("Invalid remote-network") == true)
    }

    @Test func requiresReadableCAFile() async throws {
        let settings = try await settings([.remoteCA: "/nowhere/ca.pem"])
        let failure = #expect(throws: CommandError.self) { _ = try settings.remote.transport(for: settings.server) }
        #expect(failure?.message.contains("/nowhere/ca.pem") == true)
    }
}
