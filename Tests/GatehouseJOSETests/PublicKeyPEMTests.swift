import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct PublicKeyPEMTests {
    @Test func readsKeyOfCertificate() throws {
        let keys = try JSONWebKeySet(pem: Self.certificate).keys
        let key = try #require(keys.first)
        #expect(keys.count == 1)
        #expect(key.keyType == .ellipticCurve)
        #expect(key.curve == .p256)
        // The SHA-256 thumbprint of the certificate, as OpenSSL computes it.
        #expect(key.keyID == "TTvjMEm47f_tKZEPgt7k20vQvfvGs45ZyYDnEthTzq0")
        #expect(key.algorithm == nil)
        #expect(key.verifiableAlgorithms == [.es256])
    }

    @Test func readsPublicKeyWithItsThumbprintAsIdentifier() throws {
        let key = try #require(try JSONWebKeySet(pem: Self.publicKey).keys.first)
        let certified = try #require(try JSONWebKeySet(pem: Self.certificate).keys.first)
        #expect(key.x == certified.x && key.y == certified.y)
        #expect(key.keyID == key.thumbprint)
    }

    /// An RSA key is for both algorithms, of which Microsoft's libraries choose one.
    @Test func readsRSAKeyForBothAlgorithms() throws {
        let key = try #require(try JSONWebKeySet(pem: Self.rsaCertificate).keys.first)
        #expect(key.keyType == .rsa)
        #expect(key.exponent == "AQAB")
        #expect(key.verifiableAlgorithms == [.ps256, .rs256])
        #expect(!key.isWeakRSAKey)
    }

    @Test func readsSeveralBlocks() throws {
        let text = "Bag Attributes\n" + Self.certificate + "\r\n" + Self.ed25519Certificate
        let keys = try JSONWebKeySet(pem: text).keys
        #expect(keys.map(\.verifiableAlgorithms) == [[.es256], [.edDSA]])
    }

    @Test(arguments: [
        "", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\nMIIBdzCCARygAwIBAgITTEbMmIaN\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END PUBLIC KEY-----", "-----BEGIN CERTIFICATE-----\n!\n-----END",
        "-----BEGIN CERTIFICATE-----\nMIT/////\n-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----\nMAQwAjAA\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----",
    ])
    func rejectsMalformedText(_ text: String) {
        #expect(throws: JOSEError.self) { try JSONWebKeySet(pem: text) }
    }

    @Test func rejectsPrivateKey() {
        let text = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
        #expect(throws: JOSEError.invalidKey) { try JSONWebKeySet(pem: text) }
    }

    @Test func recognizesWeakRSAKeys() {
        let weak = Base64URL.encode([UInt8](repeating: 0xFF, count: 255))
        #expect(JSONWebKey(keyID: nil, modulus: weak, exponent: "AQAB").isWeakRSAKey)
        #expect(JSONWebKey(keyID: nil, modulus: "AA" + weak, exponent: "AQAB").verifiableAlgorithms.isEmpty)
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBdzCCARygAwIBAgITTEbMmIaN9a6LkslsMIO8KlVz4DAKBggqhkjOPQQDAjAR
        MQ8wDQYDVQQDDAZjbGllbnQwHhcNMjYxMTI2MjE1OTU5WhcNMzYxMTIzMjE1OTU5
        WjARMQ8wDQYDVQQDDAZjbGllbnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARF
        6Y6RYfyR2Yt7G0WLklfYB5pxgcsBMMAyYTno0uiu2bA+Agw9May3fX+hSun3TLV8
        G2tmKZ5Six6zkTYr7J3oo1MwUTAdBgNVHQ4EFgQUJf8GjR/fg4oOoMy0AXq0UgCa
        3H8wHwYDVR0jBBgwFoAUJf8GjR/fg4oOoMy0AXq0UgCa3H8wDwYDVR0TAQH/BAUw
        AwEB/zAKBggqhkjOPQQDAgNJADBGAiEA3HG4CUwaNBCkuO0Ichj/LFVYDpPsfHDm
        qjKxS3izsRQCIQDG8GJwNLDZgAYUIaOkLnL/hM4bh1mSgs18v2n5P9oK8g==
        -----END CERTIFICATE-----
        """

    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERemOkWH8kdmLextFi5JX2AeacYHL
        ATDAMmE56NLortmwPgIMPTGst31/oUrp90y1fBtrZimeUoses5E2K+yd6A==
        -----END PUBLIC KEY-----
        """

    private static let ed25519Certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBNjCB6aADAgECAhRexK7MvKZAwmtf8X+YZyQl8JJqejAFBgMrZXAwETEPMA0G
        A1UEAwwGY2xpZW50MB4XDTI2MTEyNjIxNTk1OVoXDTM2MTEyMzIxNTk1OVowETEP
        MA0GA1UEAwwGY2xpZW50MCowBQYDK2VwAyEA3q+ATZJ2rCFHxxqc8dXNB1v3io5G
        SRuebQ8dUG2tOjqjUzBRMB0GA1UdDgQWBBS73QgxU0DZvG/9cBV25R1ndRNuhTAf
        BgNVHSMEGDAWgBS73QgxU0DZvG/9cBV25R1ndRNuhTAPBgNVHRMBAf8EBTADAQH/
        MAUGAytlcANBAJeHTJVjkjyO1FfWXt8V29+/vmQb4Q4OQbNUXotKCvG7jQKXBnUi
        PT/90+y71N+1w0Fe1z2BWpgHpXcmjUal2A0=
        -----END CERTIFICATE-----
        """

    private static let rsaCertificate = """
        -----BEGIN CERTIFICATE-----
        MIIDAzCCAeugAwIBAgIUYQ83YHP6JZn2f/2ZvVgNt7wL0J8wDQYJKoZIhvcNAQEL
        BQAwETEPMA0GA1UEAwwGY2xpZW50MB4XDTI2MTEyNjIxNTk1OVoXDTM2MTEyMzIx
        NTk1OVowETEPMA0GA1UEAwwGY2xpZW50MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
        MIIBCgKCAQEAqVSLc85iHYrOdx4VO5UYgdX7VdShmhz0u6BwCI7zPqzT9ymbwJ0e
        OLGGUMR59ZOStk21SiFauvXUC70zfAsypPusGGCuAQUfxtlNYk4H9WZp0g1ihASf
        LuEOBgBsDDtCe+bza6366wl9vtWctjiEjICkmwHxMV/jHVkC6wtx6i/bmNBAQvoM
        j8uwpjZ3t4t0zKidUHAyrQ5kxqfnS2t14VNPEmNjEvPcvgKuw8yLz+6SRidsu0FA
        kKiuwYFvBu/SV95s/rQS8a8KdIq2bCSPaXPbkz3KS4eXgrDb0cuLLsJRRUkYqxRy
        JO2od1lZi9sSv8ndUTduNdyGvUMgB2WePQIDAQABo1MwUTAdBgNVHQ4EFgQUG/rR
        a/dsrG+DPP9BN8TqxcGj4HEwHwYDVR0jBBgwFoAUG/rRa/dsrG+DPP9BN8TqxcGj
        4HEwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEABA0YbFUlgf2S
        mRTvyu5O9W4ZD8G8sqU9rSBkPy+ze7zM1KIbuOF+3QqUAR0c3F6HypFxufPx7gEp
        Xdk3vz6Sl94z/4fDLJZPhraYX/h4+VYUblsg2csTpoqJrXLQvC8wz9TQRJu91jww
        EjJQBnw1oDnXTklXrR6AXnHXSEkKISi1D04s1OkTPrrnuEIaT+9w86WagDS7L9AX
        QzcnAWQD3YpfNtxFBS1z1c7fDJAGWcCaPYIB3mL4GP+9+QoSg91CjYUQnAG8BzZ9
        VWeo20kdYLBUyzlSE33Yn3JQcjmkRBRLQfuQszfwLdBuAn+3BEgARyEJukOe9de0
        bPxlOETAhQ==
        -----END CERTIFICATE-----
        """
}
