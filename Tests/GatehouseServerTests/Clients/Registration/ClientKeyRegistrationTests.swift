import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientKeyRegistrationTests {
    private let key: JSONWebKey
    private let registration: ClientRegistration

    init() throws {
        key = try SigningKey.generate(.es256).publicJWK
        registration = ClientRegistration(
            id: "app",
            name: "Example App",
            kind: .confidential,
            redirectURIs: [ServerHarness.redirectURI],
            authenticationMethod: .privateKeyJWT,
            keys: .set(JSONWebKeySet(keys: [key]))
        )
    }

    private func rejection(_ change: (inout ClientRegistration) throws -> Void) throws -> String? {
        var changed = registration
        try change(&changed)
        let error = #expect(throws: OAuthError.self) { try RegistrationPolicy.standard.check(changed) }
        #expect(error?.code == .invalidClientMetadata)
        return error?.description
    }

    @Test func registersClientWithKeysWithoutSecret() async throws {
        let server = try ServerHarness()
        let information = try await server.identity.registrar.register(registration, context: server.context)
        #expect(information.clientSecret == nil)
        #expect(information.tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(information.keySet?.keys == [key])
        let client = try #require(try await server.store.client("app"))
        #expect(client.isConfidential)
        #expect(client.secretHash == nil && client.sealedSecret == nil)
        #expect(client.keys == registration.keys)
    }

    @Test func acceptsKeyURI() throws {
        var remote = registration
        remote.keys = .uri("https://app.example.com/keys")
        try RegistrationPolicy.standard.check(remote)
    }

    @Test(arguments: ["http://app.example.com/keys", "https://app.example.com/keys#a", "keys", ""])
    func rejectsKeyURIWithoutEncryption(_ uri: String) throws {
        #expect(try rejection { $0.keys = .uri(uri) }?.contains("https") == true)
    }

    @Test func requiresKeys() throws {
        #expect(try rejection { $0.keys = nil }?.contains("public keys") == true)
        _ = try rejection { $0.keys = .set(JSONWebKeySet(keys: [])) }
        _ = try rejection { registration in
            registration.authenticationMethod = .clientSecretBasic
            registration.keys = nil
            registration.security.requiresSignedRequests = true
        }
    }

    @Test func rejectsPublicClientThatSignsAssertions() throws {
        for method in [ClientAuthenticationMethod.privateKeyJWT, .clientSecretJWT] {
            _ = try rejection { registration in
                registration.kind = .public
                registration.authenticationMethod = method
            }
        }
    }

    @Test func rejectsDuplicateKeyIdentifiers() throws {
        let text = try rejection { $0.keys = .set(JSONWebKeySet(keys: [key, key])) }
        #expect(text?.contains("kid") == true)
    }

    @Test func rejectsWeakRSAKey() throws {
        let modulus = Base64URL.encode([UInt8](repeating: 0xFF, count: 128))
        let weak = JSONWebKey(keyID: "weak", modulus: modulus, exponent: "AQAB")
        let text = try rejection { $0.keys = .set(JSONWebKeySet(keys: [key, weak])) }
        #expect(text?.contains("2048 bits") == true)
    }

    @Test func rejectsKeysThatVerifyNothing() throws {
        let malformed = JSONWebKey(keyID: "x", x: "AA", y: "AA")
        _ = try rejection { $0.keys = .set(JSONWebKeySet(keys: [malformed])) }
        let many = (0..<33).map { JSONWebKey(keyID: "\($0)", x: key.x ?? "", y: key.y ?? "") }
        _ = try rejection { $0.keys = .set(JSONWebKeySet(keys: many)) }
    }

    @Test func rejectsAlgorithmsThatDoNotFit() throws {
        _ = try rejection { $0.security.assertionAlgorithm = .hs256 }
        _ = try rejection { $0.security.assertionAlgorithm = SigningAlgorithm(rawValue: "none") }
        // No key verifies it.
        _ = try rejection { $0.security.assertionAlgorithm = .ps256 }
        _ = try rejection { $0.security.requestObjectAlgorithm = .hs256 }
        _ = try rejection { $0.security.requestObjectAlgorithm = .ps256 }
        _ = try rejection { registration in
            registration.authenticationMethod = .clientSecretJWT
            registration.security.assertionAlgorithm = .es256
        }
        _ = try rejection { registration in
            registration.authenticationMethod = .clientSecretBasic
            registration.security.assertionAlgorithm = .es256
        }
        _ = try rejection { $0.authenticationMethod = ClientAuthenticationMethod(rawValue: "tls_client_auth") }
    }

    /// Other protocols have no pushed and no signed requests.
    @Test func rejectsRequirementsForAppsOfOtherProtocols() throws {
        _ = try rejection { registration in
            registration.scopes = [.amazonUserID]
            registration.security.requiresPushedRequests = true
        }
        _ = try rejection { registration in
            registration.kind = .public
            registration.authenticationMethod = .clientSecretBasic
            registration.native = NativeAuthenticationSettings(method: .code)
            registration.security.requiresSignedRequests = true
        }
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
    func rejectsPrivateMembersInKeyFile(member: String) throws {
        var members = try #require(try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(key)).object)
        members[member] = "AQAB"
        let file = JSONCoding.encode(JSONValue.object(["keys": [.object(members)]]))
        let error = #expect(throws: OAuthError.self) { try JSONWebKeySet(keyFile: file) }
        #expect(error?.description == "The key must not contain private members.")
    }

    @Test(arguments: ["", "{}", "{\"keys\":{}}", "[]", "-----BEGIN CERTIFICATE-----\nAAAA", "text"])
    func rejectsUnreadableKeyFile(text: String) throws {
        #expect(throws: OAuthError.self) { try JSONWebKeySet(keyFile: Data(text.utf8)) }
    }

    @Test func rejectsPrivateKeyFile() throws {
        for label in ["PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY"] {
            let text = "-----BEGIN \(label)-----\nAAAA\n-----END \(label)-----"
            let error = #expect(throws: OAuthError.self) { try JSONWebKeySet(keyFile: Data(text.utf8)) }
            #expect(error?.description.contains("private key") == true)
        }
    }

    @Test func readsKeyFile() throws {
        let file = JSONCoding.encode(JSONWebKeySet(keys: [key]))
        #expect(try JSONWebKeySet(keyFile: file).keys == [key])
    }
}
