import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct IDTokenValidatorTests {
    private let key: SigningKey
    private let verifier: JWSVerifier
    private let validator = IDTokenValidator(issuer: "https://id.example.com", clientID: "app")

    /// The reference time; other times are seconds after it.
    private static let epoch: Int64 = 1_700_000_000

    init() throws {
        key = try SigningKey.generate(.es256)
        verifier = JWSVerifier(JSONWebKeySet(keys: [key.publicJWK]))
    }

    /// Returns a token issued at 0 that expires at 300, with a change.
    private func token(_ change: (inout IDTokenClaims) -> Void = { _ in }) throws -> Secret {
        var claims = IDTokenClaims(
            issuer: "https://id.example.com",
            subject: "s",
            audience: ["app"],
            expiresAt: UnixTime(seconds: Self.epoch + 300),
            issuedAt: UnixTime(seconds: Self.epoch),
            nonce: "n"
        )
        change(&claims)
        return try key.sign(claims, as: .idToken)
    }

    private func validate(
        _ token: Secret,
        _ expectation: IDTokenValidator.Expectation = .init(nonce: "n"),
        at seconds: TimeInterval = 10,
        leeway: TimeInterval = 0
    ) throws(IDTokenError) -> IDTokenClaims {
        try validator.validate(
            token,
            with: verifier,
            expecting: expectation,
            now: Date(timeIntervalSince1970: TimeInterval(Self.epoch) + seconds),
            leeway: leeway
        )
    }

    @Test func acceptsValidToken() throws {
        let claims = try validate(try token())
        #expect(claims.subject == "s")
        #expect(claims.nonce == "n")
    }

    @Test func rejectsWrongIssuer() throws {
        let token = try token { $0.issuer = "https://id.example.com/" }
        #expect(throws: IDTokenError.wrongIssuer) { try validate(token) }
    }

    @Test(arguments: [["other"], [], ["app", "other"]]) func rejectsWrongAudience(_ audience: [String]) throws {
        let token = try token { $0.audience = Audience(audience) }
        #expect(throws: IDTokenError.wrongAudience) { try validate(token) }
    }

    @Test func acceptsSeveralAudiencesWithAuthorizedParty() throws {
        let ours = try token {
            $0.audience = ["app", "other"]
            $0.authorizedParty = "app"
        }
        #expect(try validate(ours).authorizedParty == "app")
        let theirs = try token {
            $0.audience = ["app", "other"]
            $0.authorizedParty = "other"
        }
        #expect(throws: IDTokenError.wrongAuthorizedParty) { try validate(theirs) }
    }

    @Test func rejectsWrongNonce() throws {
        #expect(throws: IDTokenError.wrongNonce) { try validate(try token { $0.nonce = "m" }) }
        #expect(throws: IDTokenError.wrongNonce) { try validate(try token { $0.nonce = nil }) }
        #expect(throws: Never.self) { try validate(try token { $0.nonce = nil }, .init()) }
    }

    @Test func reportsHowFarClockIsAhead() throws {
        let token = try token()
        #expect(throws: Never.self) { try validate(token, at: 299.9) }
        #expect(throws: IDTokenError.clockSkew(seconds: 0)) { try validate(token, at: 300) }
        #expect(throws: IDTokenError.clockSkew(seconds: 7200)) { try validate(token, at: 7500) }
        #expect(throws: Never.self) { try validate(token, at: 359, leeway: 60) }
        #expect(throws: IDTokenError.clockSkew(seconds: 60)) { try validate(token, at: 360, leeway: 60) }
    }

    @Test func reportsHowFarClockIsBehind() throws {
        let token = try token()
        #expect(throws: Never.self) { try validate(token, at: 0) }
        #expect(throws: IDTokenError.clockSkew(seconds: -1)) { try validate(token, at: -0.5) }
        #expect(throws: IDTokenError.clockSkew(seconds: -3600)) { try validate(token, at: -3600) }
        #expect(throws: Never.self) { try validate(token, at: -60, leeway: 60) }
        #expect(throws: IDTokenError.clockSkew(seconds: -61)) { try validate(token, at: -61, leeway: 60) }
    }

    @Test func handlesExtremeTimes() throws {
        let past = try token { $0.expiresAt = UnixTime(seconds: .min) }
        #expect(throws: IDTokenError.self) { try validate(past) }
        let future = try token {
            $0.expiresAt = UnixTime(seconds: .max)
            $0.issuedAt = UnixTime(seconds: .max)
        }
        #expect(throws: IDTokenError.self) { try validate(future) }
    }

    @Test func rejectsOldAuthentication() throws {
        let signedIn = try token { $0.authenticatedAt = UnixTime(seconds: Self.epoch - 50) }
        #expect(throws: Never.self) { try validate(signedIn, .init(nonce: "n", maxAge: 60)) }
        #expect(throws: IDTokenError.authenticationTooOld) { try validate(signedIn, .init(nonce: "n", maxAge: 59)) }
        #expect(throws: Never.self) { try validate(signedIn, .init(nonce: "n", maxAge: 59), leeway: 1) }
        #expect(throws: IDTokenError.authenticationTooOld) { try validate(try token(), .init(nonce: "n", maxAge: 60)) }
    }

    @Test func rejectsSwappedAccessToken() throws {
        let accessToken = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        let bound = try token { $0.accessTokenHash = "77QmUPtjPfzWtF2AnpK9RQ" }
        #expect(throws: Never.self) { try validate(bound, .init(nonce: "n", accessToken: accessToken)) }
        #expect(throws: IDTokenError.wrongAccessTokenHash) {
            try validate(bound, .init(nonce: "n", accessToken: Secret("another")))
        }
        #expect(throws: Never.self) { try validate(try token(), .init(nonce: "n", accessToken: accessToken)) }
    }

    @Test func rejectsSignatureOfAnotherKey() throws {
        let stranger = try SigningKey.generate(.es256)
        let token = try stranger.sign(["sub": "s"], as: .idToken)
        #expect(throws: IDTokenError.token(.unknownKey)) { try validate(token) }
    }

    @Test func rejectsUnregisteredAlgorithm() throws {
        let strict = IDTokenValidator(issuer: "https://id.example.com", clientID: "app", algorithms: [.rs256])
        let token = try token()
        #expect(throws: IDTokenError.token(.algorithmNotAllowed)) {
            try strict.validate(
                token,
                with: verifier,
                expecting: .init(),
                now: Date(timeIntervalSince1970: 0),
                leeway: 0
            )
        }
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat"]) func rejectsTokenWithoutRequiredClaim(_ name: String) throws {
        var members: [String: JSONValue] = [
            "iss": "https://id.example.com", "sub": "s", "aud": "app", "exp": .integer(Self.epoch + 300),
            "iat": .integer(Self.epoch), "nonce": "n",
        ]
        #expect(throws: Never.self) { try validate(try key.sign(members, as: .idToken)) }
        members[name] = nil
        let token = try key.sign(members, as: .idToken)
        #expect(throws: IDTokenError.token(.invalidClaims("\(name) is missing."))) { try validate(token) }
    }
}
