import Foundation
import GatehouseWire
import Testing

@Suite struct PasskeyCodingTests {
    private func json(_ text: String) -> Data { Data(text.utf8) }

    private func text(_ value: some Encodable) -> String { String(decoding: JSONCoding.encode(value), as: UTF8.self) }

    private func base64(_ count: Int) -> String { Base64URL.encode(Data(count: count)) }

    // MARK: Options

    /// The members of WebAuthn Level 3 §5.1.9.
    @Test func encodesCreationOptions() throws {
        let options = PublicKeyCredentialCreationOptions(
            relyingParty: RelyingPartyEntity(id: "example.com", name: "Example"),
            user: PasskeyUserEntity(id: Data([1, 2, 3, 4]), name: "ada", displayName: "Ada"),
            challenge: Data([0xFB, 0xFF]),
            parameters: [PublicKeyCredentialParameters(algorithm: .es256)],
            timeout: 60_000,
            excludedCredentials: [PublicKeyCredentialDescriptor(id: Data([9]), transports: [.usb])],
            authenticatorSelection: AuthenticatorSelection(residentKey: .required, userVerification: .preferred),
            hints: [.clientDevice],
            attestation: AttestationConveyance.none
        )
        let expected =
            #"{"attestation":"none","authenticatorSelection":{"requireResidentKey":true,"residentKey":"required","#
            + #""userVerification":"preferred"},"challenge":"-_8","#
            + #""excludeCredentials":[{"id":"CQ","transports":["usb"],"type":"public-key"}],"hints":["client-device"],"#
            + #""pubKeyCredParams":[{"alg":-7,"type":"public-key"}],"rp":{"id":"example.com","name":"Example"},"#
            + #""timeout":60000,"user":{"displayName":"Ada","id":"AQIDBA","name":"ada"}}"#
        #expect(text(options) == expected)
        #expect(try JSONCoding.decode(PublicKeyCredentialCreationOptions.self, from: json(expected)) == options)
    }

    @Test func encodesRequestOptions() throws {
        let options = PublicKeyCredentialRequestOptions(
            challenge: Data([1]),
            relyingPartyID: "example.com",
            allowedCredentials: [PublicKeyCredentialDescriptor(id: Data([9]))],
            userVerification: .required
        )
        let expected =
            #"{"allowCredentials":[{"id":"CQ","type":"public-key"}],"challenge":"AQ","rpId":"example.com","#
            + #""userVerification":"required"}"#
        #expect(text(options) == expected)
        #expect(try JSONCoding.decode(PublicKeyCredentialRequestOptions.self, from: json(expected)) == options)
    }

    // MARK: Responses

    @Test func decodesRegistrationOfBrowser() throws {
        let registration = try JSONCoding.decode(
            PasskeyRegistration.self,
            from: json(
                #"{"id":"CQ","rawId":"CQ","type":"public-key","authenticatorAttachment":"platform","#
                    + #""response":{"clientDataJSON":"e30","attestationObject":"oA","authenticatorData":"AA","#
                    + #""publicKey":"AA","publicKeyAlgorithm":-7,"transports":["internal","future"]},"#
                    + #""clientExtensionResults":{"credProps":{"rk":true},"prf":{}},"future":1}"#
            )
        )
        #expect(registration.id == Data([9]))
        #expect(registration.authenticatorAttachment == .platform)
        #expect(registration.response.transports.map(\.rawValue) == ["internal", "future"])
        #expect(registration.isDiscoverable == true)
        #expect(try JSONCoding.decode(PasskeyRegistration.self, from: json(text(registration))) == registration)
    }

    @Test func decodesAssertionWithoutUserHandle() throws {
        let assertion = PasskeyAssertion(
            id: Data([9]),
            response: .init(clientDataJSON: Data("{}".utf8), authenticatorData: Data([1]), signature: Data([2]))
        )
        let expected =
            #"{"clientExtensionResults":{},"id":"CQ","rawId":"CQ","response":{"authenticatorData":"AQ","#
            + #""clientDataJSON":"e30","signature":"Ag"},"type":"public-key"}"#
        #expect(text(assertion) == expected)
        #expect(try JSONCoding.decode(PasskeyAssertion.self, from: json(expected)) == assertion)
        let null = expected.replacing(#""signature":"Ag""#, with: #""signature":"Ag","userHandle":null"#)
        #expect(try JSONCoding.decode(PasskeyAssertion.self, from: json(null)) == assertion)
    }

    @Test func rejectsMalformedMembers() throws {
        let members: [String: JSONValue] = [
            "id": "CQ", "type": "public-key",
            "response": ["clientDataJSON": "e30", "authenticatorData": "AQ", "signature": "Ag"],
        ]
        func decode(_ changes: [String: JSONValue] = [:]) throws -> PasskeyAssertion {
            let body = JSONCoding.encode(JSONValue.object(members.merging(changes) { $1 }))
            return try JSONCoding.decode(PasskeyAssertion.self, from: body)
        }
        #expect(try decode().id == Data([9]))
        for changes in [["rawId": "CA"], ["id": "CQ=="], ["id": "C+"], ["type": 1]] as [[String: JSONValue]] {
            #expect(throws: WireError.self, "\(changes)") { try decode(changes) }
        }
    }

    // MARK: Limits

    @Test(arguments: [
        ("clientDataJSON", 4096), ("authenticatorData", 4096), ("signature", 1024), ("userHandle", 64),
    ])
    func limitsMembersOfAssertion(name: String, limit: Int) throws {
        for (count, isAccepted) in [(limit, true), (limit + 1, false)] {
            var members: [String: JSONValue] = ["clientDataJSON": "e30", "authenticatorData": "AQ", "signature": "Ag"]
            members[name] = .string(base64(count))
            let body: JSONValue = ["id": "CQ", "type": "public-key", "response": .object(members)]
            let assertion = try? JSONCoding.decode(PasskeyAssertion.self, from: JSONCoding.encode(body))
            #expect((assertion != nil) == isAccepted, "\(name) of \(count) bytes")
        }
    }

    @Test func limitsMembersOfRegistration() {
        func isAccepted(id: Int = 1, object: Int = 1, transports: [JSONValue] = []) -> Bool {
            let body: JSONValue = [
                "id": .string(base64(id)), "type": "public-key",
                "response": [
                    "clientDataJSON": "e30", "attestationObject": .string(base64(object)),
                    "transports": .array(transports),
                ],
            ]
            return (try? JSONCoding.decode(PasskeyRegistration.self, from: JSONCoding.encode(body))) != nil
        }
        #expect(isAccepted(id: 1023, object: 16_384, transports: .init(repeating: "usb", count: 16)))
        #expect(!isAccepted(id: 1024))
        #expect(!isAccepted(object: 16_385))
        #expect(!isAccepted(transports: .init(repeating: "usb", count: 17)))
        #expect(!isAccepted(transports: [.string(String(repeating: "a", count: 33))]))
    }
}
