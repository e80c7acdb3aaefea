import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseVerifier

/// The responses to requests that are refused.
@Suite struct ChallengeTests {
    private func error(_ harness: VerifierHarness, _ authorization: String...) async -> TokenError? {
        let request = ResourceRequest(method: "GET", url: "/orders", authorization: authorization)
        return await #expect(throws: TokenError.self) {
            try await harness.verifier.verify(request, requiring: ["orders:read"])
        }
    }

    /// RFC 6750 §3.1: no error code for a client that may not know that a token is required.
    @Test(arguments: [[], ["Basic YTpi"], ["Negotiate abc"], [""]])
    func namesSchemesWithoutToken(_ authorization: [String]) async throws {
        let harness = try VerifierHarness()
        let request = ResourceRequest(method: "GET", url: "/orders", authorization: authorization)
        let error = await #expect(throws: TokenError.self) {
            try await harness.verifier.verify(request, requiring: ["orders:read"])
        }
        #expect(error?.code == .missingToken)
        #expect(error?.status == .unauthorized)
        #expect(
            error?.headerFields[values: .wwwAuthenticate] == [
                #"Bearer realm="https://api.example.com/orders", scope="orders:read""#,
                #"DPoP realm="https://api.example.com/orders", scope="orders:read", algs="ES256 EdDSA PS256""#,
            ]
        )
        #expect(error?.headerFields[.cacheControl] == "no-store")
    }

    @Test func rejectsMalformedFields() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token()
        for fields in [["Bearer"], ["Bearer a b"], ["Bearer \u{E9}"], ["Bearer \(token)", "Bearer \(token)"]] {
            let request = ResourceRequest(method: "GET", url: "/orders", authorization: fields)
            let error = await #expect(throws: TokenError.self) { try await harness.verifier.verify(request) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.status == .badRequest)
            #expect(error?.challenge?.contains(#"error="invalid_request""#) == true)
        }
    }

    /// The scope of the operation tells clients what to request (RFC 6750 §3).
    @Test func namesScopeForInvalidToken() async throws {
        let harness = try VerifierHarness()
        let error = await error(harness, "Bearer a.b.c")
        #expect(
            error?.challenge
                == #"Bearer realm="https://api.example.com/orders", error="invalid_token", "#
                + #"error_description="The access token is invalid, expired, revoked or for another API.", "#
                + #"scope="orders:read""#
        )
    }

    /// RFC 9728 §5.1.
    @Test func namesMetadataOfResource() async throws {
        let harness = try VerifierHarness {
            $0.resource = .init(name: "Orders", scopes: ["orders:read"], documentation: "https://example.com/docs")
        }
        let url = "https://api.example.com/.well-known/oauth-protected-resource/orders"
        for challenge in [await error(harness)?.challenge, await error(harness, "Bearer x")?.challenge] {
            #expect(challenge?.contains(#"resource_metadata="\#(url)""#) == true)
        }
        let metadata = try #require(harness.verifier.resourceMetadata)
        #expect(metadata.resource == StubIssuer.audience)
        #expect(metadata.authorizationServers == [StubIssuer.url])
        #expect(metadata.scopesSupported == ["orders:read"])
        #expect(metadata.bearerMethodsSupported == ["header"])
        #expect(metadata.resourceName == "Orders")
        #expect(metadata.dpopSigningAlgorithms == [.es256, .edDSA, .ps256])
        #expect(metadata.requiresDPoP == nil)
    }

    @Test func readsRequestOfServer() {
        var request = HTTPRequest(method: .post, scheme: "http", authority: "evil.example", path: "/a?b")
        request.headerFields.append(HTTPField(name: .authorization, value: "Bearer a"))
        request.headerFields.append(HTTPField(name: .dpop, value: "1"))
        request.headerFields.append(HTTPField(name: .dpop, value: "2"))
        let read = ResourceRequest(request)
        #expect(read.method == "POST")
        #expect(read.url == "/a?b")
        #expect(read.authorization == ["Bearer a"])
        #expect(read.dpop == ["1", "2"])
    }

    /// A proof for the root must not open another path.
    @Test(arguments: [
        ("https://evil.example/a%20b?c", "/a%20b"), ("https://evil.example", "/"), ("*", "/"),
        ("evil.example:443", "/"),
    ])
    func readsPathOfTargetInAbsoluteForm(target: String, path: String) {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: target)
        #expect(ResourceRequest(request).url == path)
    }
}
