import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

/// The examples of the standards, whose headers have no type.
@Suite struct JWSExampleTests {
    private static let untyped = AcceptedTypes([], acceptsAbsent: true)

    private func verify(_ token: String, key: String, _ algorithm: SigningAlgorithm) throws -> JSONValue {
        let key = try JSONCoding.decode(JSONWebKey.self, from: Data(key.utf8))
        let verifier = JWSVerifier(JSONWebKeySet(keys: [key]))
        return try verifier.verify(Secret(token), accepting: Self.untyped, algorithms: [algorithm]).claims
    }

    @Test func verifiesES256ExampleOfRFC7515() throws {
        let key =
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
            + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
        let token = """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19\
            yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU\
            1Q
            """
        let claims = try verify(token, key: key, .es256)
        #expect(claims == ["iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": true])
        #expect(throws: JOSEError.invalidSignature) { try verify(String(token.dropLast(4)) + "AAAA", key: key, .es256) }
    }

    /// The payload is not JSON, which is found only after the signature has been verified.
    @Test func verifiesRS256ExampleOfRFC7520() {
        let key = """
            {"kty":"RSA","kid":"bilbo.baggins@hobbiton.example","use":"sig","n":"n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRB\
            SFKrKb2wqVwGU_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD\
            1NNLYD5lFHpPI9bTwJlsde3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_\
            qixoR7jig3__kRhuaxwUkRz5iaiQkqgc5gHdrNP5zw","e":"AQAB"}
            """
        let token = """
            eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9.SXTigJlzIGEgZGFuZ2Vyb3VzIGJ\
            1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUgcm9hZCwgYW5kIGlmIHlvdSBkb24\
            ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0IGJlIHN3ZXB0IG9mZiB0by4.MRj\
            dkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wn\
            B-BDkoBwA78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadn\
            HXFxnt8Is9UzpERV0ePPQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ\
            41Axf_fcIe8u9ipH84ogoree7vjbU5y18kDquDg
            """
        let notJSON = JOSEError.invalidClaims("The text is not valid JSON.")
        #expect(throws: notJSON) { try verify(token, key: key, .rs256) }
        let forged = String(token.dropLast(4)) + "AAAA"
        #expect(throws: JOSEError.invalidSignature) { try verify(forged, key: key, .rs256) }
    }

    /// The payload is not JSON, which is found only after the signature has been verified.
    @Test func verifiesEdDSAExampleOfRFC8037() {
        let key = #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        let token = """
            eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6\
            dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
            """
        let notJSON = JOSEError.invalidClaims("The text is not valid JSON.")
        #expect(throws: notJSON) { try verify(token, key: key, .edDSA) }
        let forged = String(token.dropLast(4)) + "AAAA"
        #expect(throws: JOSEError.invalidSignature) { try verify(forged, key: key, .edDSA) }
    }

    /// RFC 8037 §A.1 and §A.2.
    @Test func derivesPublicKeyOfRFC8037() throws {
        let seed = try #require(Base64URL.decode("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"))
        let key = try SigningKey(.edDSA, privateMaterial: seed).publicJWK
        #expect(key.x == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(key.keyID == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }
}
