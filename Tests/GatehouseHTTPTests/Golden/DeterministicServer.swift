import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A server with reproducible exchanges: its clock stands still, its random numbers have a fixed seed, and its keys are
/// fixed.
struct DeterministicServer: Sendable {
    let web: ServerFixture

    init(factors: FactorSettings = FactorSettings()) async throws {
        // As in production, where it is on unless turned off.
        web = try await ServerFixture(sendsNewBrowserMail: true, factors: factors)
        let identity = web.server.identity
        let box = try identity.masterKey.box(.sealedKeys)
        for (algorithm, key) in try DeterministicKeys.all() {
            let record = StoredKey(
                id: StoredKey.ID(key.keyID),
                algorithm: algorithm,
                sealedPrivateKey: try box.seal(key.privateMaterial, for: Data(key.keyID.utf8)),
                createdAt: identity.environment.now
            )
            try await web.server.store.commit([.key(.insert(record))])
        }
    }

    /// Sends a request, and returns it with its response.
    func exchange(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Parameters = Parameters(),
        fields: HTTPFields = [:],
        form: Parameters? = nil,
        json: Parameters? = nil
    ) async -> Exchange {
        var fields = fields
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        if json != nil { fields[.contentType] = "application/json" }
        let body = form.map { Data($0.formEncoded.utf8) } ?? json?.json ?? Data()
        return await exchange(method, path, query: query, fields: fields, body: body)
    }

    /// Sends a request with any body, and returns it with its response.
    func exchange(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Parameters = Parameters(),
        fields: HTTPFields = [:],
        body: Data
    ) async -> Exchange {
        let query = query.formEncoded
        var request = HTTPRequest(
            method: method,
            scheme: "https",
            authority: "login.example.com",
            path: path + (query.isEmpty ? "" : "?" + query)
        )
        request.headerFields = fields
        if let name = HTTPField.Name("X-Request-ID") { request.headerFields[name] = "example-request" }
        let response = await web.server.answer(request, body: body, address: "198.51.100.7")
        return Exchange(request: request, form: String(decoding: body, as: UTF8.self), response: response)
    }

    /// Sends a token request as `app`, or as `web` with its secret in the Authorization field.
    func token(_ form: [ParameterName: String?], asWeb: Bool = false) async -> Exchange {
        guard asWeb else {
            return await exchange(
                .post,
                "/oauth2/token",
                form: Parameters(form.merging([.clientID: "app"]) { given, _ in given })
            )
        }
        return await exchange(.post, "/oauth2/token", fields: [.authorization: Self.basic], form: Parameters(form))
    }

    /// The credentials of `web`.
    static let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(ServerFixture.webSecret)).encoded

    /// Returns the token request for the code that the browser returned to `app`.
    func redemption(of browser: ScriptedBrowser) async throws -> [ParameterName: String?] {
        let code: String = try #require(await browser.redirectParameters[.code])
        return [
            .grantType: GrantType.authorizationCode.rawValue, .code: code, .redirectURI: ServerFixture.callback,
            .codeVerifier: ServerFixture.verifier.secret.reveal(),
        ]
    }

    /// Signs in to `app`, and returns the tokens.
    func tokens(scope: String = "openid email offline_access") async throws -> TokenResponse {
        try await web.tokens(from: try await web.signedIn(ServerFixture.authorization([.scope: scope])))
    }

    /// Returns the cookies of a signed-in browser.
    func cookies(of browser: ScriptedBrowser) async throws -> String {
        var pairs: [String] = []
        for name in ["__Host-gatehouse-browser", "__Host-gatehouse-session"] {
            pairs.append("\(name)=\(try #require(await browser.cookie(name)))")
        }
        return pairs.joined(separator: "; ")
    }
}

/// The signing keys of a ``DeterministicServer``; they are published here and must not be used elsewhere.
enum DeterministicKeys {
    static func all() throws -> [(SigningAlgorithm, SigningKey)] {
        [
            (.es256, try SigningKey(.es256, privateMaterial: Data(1...32))),
            (.rs256, try SigningKey(.rs256, privateMaterial: Data(base64Encoded: rsa) ?? Data())),
        ]
    }

    /// An RSA private key (RFC 8017 §A.1.2).
    private static let rsa =
        """
        MIIEpAIBAAKCAQEAl3Lf2+iRQycBVVVInya86i8nN1rgyP9m135e9A2E0csCmSf+GLgOUpm1QLHOA/VL1+a0vBbJseApbJTO+w0RgTP3gV6zDLnd\
        SSzxfltSFkbbQSzEX9kpw+yQ+WjkudiNFP2J6McXKRi5hbQxuguLFqGrg6iNMQCAle3fYXBd0+ZsZIzvLsNM3BgwmCr148UuwNuAU+mxdw71KKl7\
        6L1csvQ+JHCpJxfsG4DaB9kSC1NL50k1X56g4R/e0x4D06K0RvdHJSzdfGt9hDqDCcHcFSyOBAc6ftcnv8+TYy1U/09lidKjjJKsUBz8E64NnJSA\
        gIF7Ru57Js12Wr+SD2CmbwIDAQABAoIBAD4SVn7OpI7V0z2SvTeBjIcc+WE+LYgj6ZYj1K4JRmkn3/I+ym1+LlybZAbWeR31MPcVtviqDFOLkN7Q\
        ZL7Pfd+rGWOcGR17ph8CPR4xNoUr2FwviXLRUkVbVZXrcGddQoGaYqYVxz/QQuVyU7kxVvnZHC9Taz7sukb43geVItegZVgyTKo/EBk8T+ianrci\
        sktObW5YHY/H9MtnKwow0Yjz0zoMg+PYtqGxmPTagReffWTbzgzmjUDX9CUiK7RSH8CmhbW0rGK3UoY4jVWZraa4D6cbs+yGVipG6U0jRb+pOhzZ\
        yTkCYweafcLn0KmACQnL9n79oUpYzohNyvCVxAECgYEAyL7Ic3LiSgVLrgBhCRXReUlxzWCsApgkBYpiShl5KGOOh6NBisjZqbNPvgVcmwD3IE+f\
        2+yiHSTDRSp4j01ZZUmbNgTBzpagIXbHE67dzdo9s3QWJgS0nCKDLX5fD5fq/u13scxPWNAN5QJU+TDIYrlRnxcfvWO//j2qM/omvAECgYEAwSJ8\
        NVqVF0BDDoE3CNKIR3okLf51Sn6Cb4gNhRrQJEz7jGibVfeIzKVxkHOovZENXYZ8OiEWgN9wBOl0/PxMI3Nir/Q3P5E8Xir+1LBi1ex1tIc/Dify\
        868hMwN3IzaJtgPnG3MsNYML781a5Qzl5YUSgyCZoO1L70jjaiedIm8CgYEAq0zB2GJMX0WtksmYBByuJ4VYqxy3K2+QLXos7XZXQPPTiELzhu5l\
        br4oacpBf7OPLe9ERnLi02OvjbH0NrSWeCwbWjks+JDoDCZDMrShaSu2Qw/oZoDVbfa1YXjYvYGxceBJp1rkyrCfarBWul26YSQqVktxNjeMefM8\
        7iWkMAECgYBeZ9/1KJEGK4hbt7fSHS82WTMENITa5BoYMJYDQUcK54JycNO1YulAt4JajN6nwxaYZ9ujgncAibe0/vULkLwa/BT6U1MKRJEQqs2j\
        45B8ZzhmBVJCNi7hBPMif4gl80u/aAr49QRgJ+2Wy3epzPM3jSOuayoNatEaZzOauUBrCwKBgQCyy+rxtxSjo7CxLnZ9P2pUXrxegc/l5nQUF/Yo\
        LJzvtwaLes9zr3A6p0vnFhWh1gDK5zcbuPQlFItLmEan9UoohU7LjxiFyiZA4r0G3Y6NBmS19EtDu4QPD0tB7Z3utJ8ovTieQNWG0UQdVo81eA4n\
        3xbR7LNqrs5HRpV3UKL7tg==
        """
}
