import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseHTTP

/// DPoP over HTTP: fields of requests and responses (RFC 9449 §4.1, §7, §8, §9).
@Suite struct DPoPRoutesTests {
    /// An app with a key, and the tokens of a user.
    private struct App: Sendable {
        let web: ServerFixture
        let key: SigningKey

        init(requiresNonce: Bool = false, client change: (inout Client) -> Void = { _ in }) async throws {
            web = try await ServerFixture(requiresDPoPNonce: requiresNonce) { client in
                client.scopes.insert(.account)
                change(&client)
            }
            key = try SigningKey.generate(.es256)
        }

        var thumbprint: String {
            get throws { try #require(key.publicJWK.thumbprint) }
        }

        /// Returns a proof for a path below the issuer.
        func proof(
            _ method: HTTPRequest.Method = .post,
            _ path: String = "/oauth2/token",
            with token: Secret? = nil,
            nonce: String? = nil
        ) throws -> String {
            try DPoPProof.create(
                for: DPoPProof.Request(
                    method: method.rawValue,
                    uri: try #require(NormalizedURI(web.server.issuer.absoluteString + path)),
                    accessToken: token
                ),
                with: key,
                identifier: UUID().uuidString,
                nonce: nonce,
                now: web.server.clock.now
            )
        }

        /// Signs a user in, and returns the form that redeems the code.
        func codeForm(_ changes: [ParameterName: String?] = [:]) async throws -> Parameters {
            let scope: [ParameterName: String?] = [.scope: "openid email account offline_access"]
            let browser = try await web.signedIn(ServerFixture.authorization(scope.merging(changes) { _, new in new }))
            return Parameters([
                .grantType: "authorization_code", .code: try #require(await browser.redirectParameters[.code]),
                .redirectURI: ServerFixture.callback, .clientID: "app",
                .codeVerifier: ServerFixture.verifier.secret.reveal(),
            ])
        }

        /// Returns bound tokens.
        func tokens(_ changes: [ParameterName: String?] = [:]) async throws -> TokenResponse {
            let form = try await codeForm(changes)
            let response = await web.post("/oauth2/token", form, fields: [.dpop: try proof()])
            try #require(response.status == .ok, "\(response.text)")
            return try TokenResponse(body: response.body, fields: response.fields)
        }

        /// Requests a resource with a proof.
        func get(_ path: String, with token: Secret, nonce: String? = nil) async throws -> ServerResponse {
            await web.send(
                .get,
                path,
                fields: [
                    .authorization: AuthorizationHeader.dpop(token).encoded,
                    .dpop: try proof(.get, path, with: token, nonce: nonce),
                ]
            )
        }
    }

    @Test func bindsTokensAndServesOwnResources() async throws {
        let app = try await App()
        let tokens = try await app.tokens()
        #expect(tokens.tokenType == .dpop)
        for path in ["/oauth2/userinfo", "/account/v1/me"] {
            let response = await app.web.send(
                .get,
                path + "?a=b",
                fields: [
                    .authorization: AuthorizationHeader.dpop(tokens.accessToken).encoded,
                    .dpop: try app.proof(.get, path, with: tokens.accessToken),
                ]
            )
            #expect(response.status == .ok, "\(path) \(response.text)")
            #expect(response.fields[.dpopNonce] == nil)
        }
    }

    @Test(arguments: ["/oauth2/userinfo", "/account/v1/me"])
    func rejectsBoundTokenAsBearerToken(path: String) async throws {
        let app = try await App()
        let token = try await app.tokens().accessToken
        let response = await app.web.send(
            .get,
            path,
            fields: [.authorization: AuthorizationHeader.bearer(token).encoded]
        )
        #expect(response.status == .unauthorized)
        let challenges = HTTPChallenge.list(parsing: response.fields[.wwwAuthenticate] ?? "")
        #expect(challenges.map(\.scheme) == ["bearer", "dpop"])
        #expect(challenges.first?.parameters["error"] == "invalid_token")
        #expect(challenges.last?.parameters["algs"] == "ES256 EdDSA PS256")
    }

    @Test(arguments: ["/oauth2/userinfo", "/account/v1/me"])
    func challengesMissingProofWithDPoPAlone(path: String) async throws {
        let app = try await App()
        let token = try await app.tokens().accessToken
        let response = await app.web.send(
            .get,
            path,
            fields: [.authorization: AuthorizationHeader.dpop(token).encoded]
        )
        #expect(response.status == .unauthorized)
        let challenges = HTTPChallenge.list(parsing: response.fields[.wwwAuthenticate] ?? "")
        #expect(challenges.map(\.scheme) == ["dpop"])
        #expect(challenges.first?.parameters["error"] == "invalid_dpop_proof")
    }

    /// RFC 9449 §7.1: a refusal names the scheme that the token was sent with.
    @Test func challengesOldSignInWithDPoPAlone() async throws {
        let app = try await App()
        let token = try await app.tokens().accessToken
        app.web.server.clock.advance(by: AccountAPIFixture.freshness + 1)
        let response = try await app.get(AccountAPI.ExportAccount.path, with: token)
        #expect(response.status == .forbidden)
        #expect(
            response.fields[values: .wwwAuthenticate] == [
                #"DPoP realm="https://login.example.com", error="insufficient_user_authentication", "#
                    + #"max_age="600", algs="ES256 EdDSA PS256""#
            ]
        )
    }

    @Test func challengesMissingScopeWithDPoPAlone() async throws {
        let app = try await App()
        let token = try await app.tokens([.scope: "openid email offline_access"]).accessToken
        let response = try await app.get("/account/v1/me", with: token)
        #expect(response.status == .forbidden)
        let challenges = response.fields[values: .wwwAuthenticate].flatMap { HTTPChallenge.list(parsing: $0) }
        #expect(challenges.map(\.scheme) == ["dpop"])
        #expect(challenges.first?.parameters["error"] == "insufficient_scope")
        #expect(challenges.first?.parameters["scope"] == "account")
        #expect(challenges.first?.parameters["algs"] == "ES256 EdDSA PS256")
    }

    @Test func acceptsHEADRequestWithProofOfThatMethod() async throws {
        let app = try await App()
        let token = try await app.tokens().accessToken
        for (method, status) in [(HTTPRequest.Method.head, HTTPResponse.Status.ok), (.get, .unauthorized)] {
            let response = await app.web.send(
                .head,
                "/account/v1/me",
                fields: [
                    .authorization: AuthorizationHeader.dpop(token).encoded,
                    .dpop: try app.proof(method, "/account/v1/me", with: token),
                ]
            )
            #expect(response.status == status)
        }
    }

    @Test func rejectsRepeatedField() async throws {
        let app = try await App()
        var fields: HTTPFields = [.dpop: try app.proof()]
        fields.append(HTTPField(name: .dpop, value: try app.proof()))
        let response = await app.web.post("/oauth2/token", try await app.codeForm(), fields: fields)
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .invalidDPoPProof)
    }

    @Test func redeemsCodeWithKeyOfAuthorizationRequest() async throws {
        let app = try await App()
        let form = try await app.codeForm([.dpopKeyThumbprint: try app.thumbprint])
        let missing = await app.web.post("/oauth2/token", form)
        #expect(missing.error?.code == .invalidDPoPProof)
        let response = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof()])
        #expect(response.status == .ok, "\(response.text)")
    }

    @Test func rejectsCodeWithOtherKeyThanAuthorizationRequest() async throws {
        let app = try await App()
        let other = try #require(try SigningKey.generate(.es256).publicJWK.thumbprint)
        let form = try await app.codeForm([.dpopKeyThumbprint: other])
        let response = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof()])
        #expect(response.error?.code == .invalidGrant)
    }

    /// RFC 9449 §10.1.
    @Test func bindsPushedRequestToKeyOfProof() async throws {
        let app = try await App()
        let parameters = ServerFixture.authorization()
        let pushed = await app.web.post(
            PushedAuthorizationEndpoint.path,
            parameters,
            fields: [.dpop: try app.proof(.post, PushedAuthorizationEndpoint.path)]
        )
        #expect(pushed.status == .created, "\(pushed.text)")
        let uri = try PushedAuthorizationResponse(body: pushed.body, fields: pushed.fields).requestURI
        let browser = try await app.web.signedIn(Parameters([.clientID: "app", .requestURI: uri.rawValue]))
        let form = Parameters([
            .grantType: "authorization_code", .code: await browser.redirectParameters[.code],
            .redirectURI: ServerFixture.callback, .clientID: "app",
            .codeVerifier: ServerFixture.verifier.secret.reveal(),
        ])
        #expect(await app.web.post("/oauth2/token", form).error?.code == .invalidDPoPProof)
        let response = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof()])
        #expect(response.status == .ok, "\(response.text)")
    }

    @Test func rejectsPushedRequestWithOtherThumbprintThanProof() async throws {
        let app = try await App()
        let other = try #require(try SigningKey.generate(.es256).publicJWK.thumbprint)
        let response = await app.web.post(
            PushedAuthorizationEndpoint.path,
            ServerFixture.authorization([.dpopKeyThumbprint: other]),
            fields: [.dpop: try app.proof(.post, PushedAuthorizationEndpoint.path)]
        )
        #expect(response.error?.code == .invalidDPoPProof)
    }

    // MARK: Nonces

    @Test func sendsNonceWithErrorAndSuccess() async throws {
        let app = try await App(requiresNonce: true)
        let form = try await app.codeForm()
        let error = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof()])
        #expect(error.status == .badRequest)
        #expect(error.error?.code == .useDPoPNonce)
        let nonce = try #require(error.fields[.dpopNonce])
        #expect(error.fields[.accessControlExposeHeaders]?.contains("DPoP-Nonce") == true)
        let response = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof(nonce: nonce)])
        #expect(response.status == .ok, "\(response.text)")
        #expect(response.fields[.dpopNonce] == nonce)
    }

    @Test(arguments: ["/oauth2/userinfo", "/account/v1/me"])
    func sendsNonceOfResources(path: String) async throws {
        let app = try await App(requiresNonce: true)
        let form = try await app.codeForm()
        let first = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof()])
        let nonce = try #require(first.fields[.dpopNonce])
        let redeemed = await app.web.post("/oauth2/token", form, fields: [.dpop: try app.proof(nonce: nonce)])
        let token = try TokenResponse(body: redeemed.body, fields: redeemed.fields).accessToken
        let error = try await app.get(path, with: token, nonce: nonce)
        #expect(error.status == .unauthorized)
        let challenges = HTTPChallenge.list(parsing: error.fields[.wwwAuthenticate] ?? "")
        #expect(challenges.map { $0.parameters["error"] } == ["use_dpop_nonce"])
        #expect(error.fields[.accessControlExposeHeaders]?.contains("DPoP-Nonce") == true)
        let own = try #require(error.fields[.dpopNonce])
        let response = try await app.get(path, with: token, nonce: own)
        #expect(response.status == .ok, "\(response.text)")
        #expect(response.fields[.dpopNonce] == own)
        app.web.server.clock.advance(by: 60)
        let later = try await app.get(path, with: token, nonce: own)
        #expect(later.status == .ok)
        #expect(later.fields[.dpopNonce] != own)
    }

    @Test func allowsFieldInPreflight() async throws {
        let app = try await App()
        let response = await app.web.send(
            .options,
            "/oauth2/token",
            fields: [
                .origin: "https://spa.example.com", .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "dpop",
            ]
        )
        #expect(response.fields[.accessControlAllowHeaders] == "dpop")
    }

    // MARK: Other protocols

    @Test func rejectsBoundTokenAtEndpointsWithoutDPoP() async throws {
        let app = try await App()
        let token = try await app.tokens().accessToken
        let response = await app.web.send(
            .get,
            "/user/profile",
            fields: [.authorization: AuthorizationHeader.bearer(token).encoded]
        )
        #expect(response.status.code >= 400)
    }

    // MARK: Real sockets

    /// Sends requests with the fields of a list, and returns the responses.
    private func exchange(_ fields: [String], form: Parameters, on app: App) async throws -> [String] {
        let body = form.formEncoded
        return try await SocketServer(app.web.server.service).run { port in
            fields.map { field in
                RawConnection(to: port)?.exchange(
                    """
                    POST /oauth2/token HTTP/1.1\r\nHost: evil.example.com\r\nX-Forwarded-Host: evil.example.com\r\n\
                    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\
                    Connection: close\r\n\(field)\r\n\(body)
                    """
                ) ?? ""
            }
        }
    }

    @Test func readsFieldFromSocketInAnyCase() async throws {
        let app = try await App()
        let response = try await exchange(
            ["dPoP: \(try app.proof())\r\n"],
            form: try await app.codeForm(),
            on: app
        )
        #expect(response.first?.hasPrefix("HTTP/1.1 200 ") == true)
        #expect(response.first?.contains(#""token_type":"DPoP""#) == true)
    }

    @Test func rejectsRepeatedEmptyAndMalformedFieldFromSocket() async throws {
        let app = try await App()
        let proofs = [try app.proof(), try app.proof(), try app.proof(), try app.proof()]
        let responses = try await exchange(
            [
                "DPoP: \(proofs[0])\r\ndpop: \(proofs[1])\r\n", "DPoP: \(proofs[2]), \(proofs[3])\r\n", "DPoP:\r\n",
                "DPoP: x\r\n", "DPoP: \(String(repeating: "a", count: 9_000))\r\n",
            ],
            form: try await app.codeForm(),
            on: app
        )
        #expect(responses.count == 5)
        for response in responses {
            #expect(response.hasPrefix("HTTP/1.1 400 "), "\(response)")
            #expect(response.contains("invalid_dpop_proof"), "\(response)")
        }
    }

    /// The URI follows from the issuer, not from the fields of the request.
    @Test func ignoresHostOfRequest() async throws {
        let app = try await App()
        let forged = try DPoPProof.create(
            for: DPoPProof.Request(
                method: "POST",
                uri: try #require(NormalizedURI("https://evil.example.com/oauth2/token"))
            ),
            with: app.key,
            identifier: UUID().uuidString,
            now: app.web.server.clock.now
        )
        let responses = try await exchange(
            ["DPoP: \(forged)\r\n", "DPoP: \(try app.proof())\r\n"],
            form: try await app.codeForm(),
            on: app
        )
        #expect(responses.first?.contains("invalid_dpop_proof") == true)
        #expect(responses.last?.hasPrefix("HTTP/1.1 200 ") == true)
    }
}
