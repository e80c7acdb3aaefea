import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

@Suite struct PasskeyCeremonyTests {
    /// An authenticator that records the requests.
    private actor Recorder: PasskeyAuthenticator {
        private(set) var relyingParties: [String?] = []
        private(set) var origins: [String] = []

        func createPasskey(
            _ options: PublicKeyCredentialCreationOptions,
            origin: String
        ) async throws(AuthError) -> PasskeyRegistration {
            relyingParties.append(options.relyingParty.id)
            origins.append(origin)
            return PasskeyRegistration(
                id: Data([1]),
                response: .init(clientDataJSON: Data("{}".utf8), attestationObject: Data([2]))
            )
        }

        func signWithPasskey(
            _ options: PublicKeyCredentialRequestOptions,
            origin: String
        ) async throws(AuthError) -> PasskeyAssertion {
            relyingParties.append(options.relyingPartyID)
            origins.append(origin)
            return PasskeyAssertion(
                id: Data([1]),
                response: .init(
                    clientDataJSON: Data("{}".utf8),
                    authenticatorData: Data([2]),
                    signature: Data([3])
                )
            )
        }
    }

    private func request(for relyingParty: String?) -> JSONValue {
        var options: [String: JSONValue] = ["challenge": "AAEC"]
        if let relyingParty { options["rpId"] = .string(relyingParty) }
        return .object(options)
    }

    private func server(_ url: String) throws -> URL { try #require(URL(string: url)) }

    @Test(arguments: [
        ("https://login.example.com", "login.example.com", "https://login.example.com"),
        ("https://login.example.com/tenant", "example.com", "https://login.example.com"),
        ("https://LOGIN.example.com:8443/", "Example.com", "https://login.example.com:8443"),
        ("http://localhost:8080", "localhost", "http://localhost:8080"),
        ("https://login.example.com", nil, "https://login.example.com"),
    ])
    func passesDomainOfServerToAuthenticator(url: String, relyingParty: String?, origin: String) async throws {
        let recorder = Recorder()
        let ceremony = try PasskeyCeremony(at: try server(url), with: recorder)
        let response = try await ceremony.sign(request(for: relyingParty))
        #expect(response["id"] == "AQ")
        #expect(await recorder.relyingParties == [relyingParty?.lowercased() ?? "login.example.com"])
        #expect(await recorder.origins == [origin])
    }

    /// A server that passes on the challenge of another one gets no signature for it.
    @Test(arguments: ["example.org", "bank.example.com", "com", "ogin.example.com", "", "login.example.com."])
    func rejectsOtherDomains(relyingParty: String) async throws {
        let recorder = Recorder()
        let ceremony = try PasskeyCeremony(at: try server("https://login.example.com"), with: recorder)
        let error = await #expect(throws: AuthError.self) { try await ceremony.sign(request(for: relyingParty)) }
        #expect(error?.code == .invalidResponse)
        let creation: JSONValue = [
            "challenge": "AAEC", "rp": ["id": .string(relyingParty), "name": "Example"], "pubKeyCredParams": [],
            "user": ["id": "AQ", "name": "ada", "displayName": "Ada"],
        ]
        await #expect(throws: AuthError.self) { try await ceremony.create(creation) }
        #expect(await recorder.origins.isEmpty)
    }

    @Test(arguments: [nil, .null, ["challenge": "no base64url!"], [:]] as [JSONValue?])
    func rejectsMalformedOptions(options: JSONValue?) async throws {
        let ceremony = try PasskeyCeremony(at: try server("https://login.example.com"), with: Recorder())
        let error = await #expect(throws: AuthError.self) { try await ceremony.sign(options) }
        #expect(error?.code == .invalidResponse)
    }
}
