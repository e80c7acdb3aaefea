import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraResponseTests {
    private static func text(_ response: some WireResponse) -> String {
        String(decoding: response.body(), as: UTF8.self)
    }

    private static func roundTrips<Success: JSONResponse & Equatable>(_ success: Success) throws -> Bool {
        let response = EntraResponse.success(success)
        return try EntraResponse<Success>(body: response.body(), fields: [:]) == response
    }

    @Test func readsBackEveryResponse() throws {
        let token = Secret("t")
        #expect(try Self.roundTrips(EntraStartResponse(continuationToken: token)))
        #expect(try Self.roundTrips(EntraChallengeResponse(continuationToken: token, challenge: .password)))
        #expect(try Self.roundTrips(EntraSignUpContinueResponse(continuationToken: token)))
        #expect(try Self.roundTrips(EntraSignUpContinueResponse(continuationToken: nil)))
        #expect(try Self.roundTrips(EntraResetContinueResponse(continuationToken: token, expiresIn: 600)))
        #expect(try Self.roundTrips(EntraResetSubmitResponse(continuationToken: token, pollInterval: 1)))
        for status in [
            .succeeded, .failed, .inProgress, .notStarted,
        ] as [EntraResetPollResponse.Status] {
            #expect(try Self.roundTrips(EntraResetPollResponse(status: status)))
        }
        #expect(
            try Self.roundTrips(EntraRegistrationChallengeResponse(continuationToken: token, challenge: .preverified))
        )
        #expect(try Self.roundTrips(EntraRegistrationContinueResponse(continuationToken: token)))
        let tokens = TokenResponse(
            accessToken: Secret("a"),
            expiresIn: 3600,
            refreshToken: Secret("r"),
            idToken: Secret("i"),
            scope: [.openid]
        )
        let info = EntraClientInfo(uid: "u", utid: "t")
        #expect(try Self.roundTrips(EntraTokenResponse(tokens: tokens, clientInfo: info)))
    }

    @Test func writesSentCodeAsInReference() throws {
        let response = EntraChallengeResponse(
            continuationToken: Secret("AQAB"),
            challenge: .code(.init(target: "c***r@example.com", length: 8, interval: 300))
        )
        #expect(
            Self.text(response)
                == #"{"binding_method":"prompt","challenge_channel":"email","challenge_target_label":"c***r@example.com","#
                + #""challenge_type":"oob","code_length":8,"continuation_token":"AQAB","interval":300}"#
        )
        #expect(try Self.roundTrips(response))
    }

    @Test func writesMethodsAsInReference() throws {
        let response = EntraMethodsResponse(
            continuationToken: Secret("AQAB"),
            methods: [
                EntraAuthenticationMethod(id: "email", channel: "email", loginHint: "c***r@example.com"),
                EntraAuthenticationMethod(id: "sms", channel: "sms"),
            ]
        )
        #expect(
            Self.text(response)
                == #"{"continuation_token":"AQAB","methods":[{"challenge_channel":"email","challenge_type":"oob","#
                + #""id":"email","login_hint":"c***r@example.com"},"#
                + #"{"challenge_channel":"sms","challenge_type":"oob","id":"sms"}]}"#
        )
        #expect(try Self.roundTrips(response))
    }

    @Test func writesCodeOfRegistrationAsInReference() throws {
        let response = EntraRegistrationChallengeResponse(
            continuationToken: Secret("AQAB"),
            challenge: .code(.init(target: "casey@example.com", length: 8, interval: nil))
        )
        #expect(
            Self.text(response)
                == #"{"binding_method":"prompt","challenge_channel":"email","challenge_target":"casey@example.com","#
                + #""challenge_type":"oob","code_length":8,"continuation_token":"AQAB"}"#
        )
        #expect(try Self.roundTrips(response))
    }

    @Test(arguments: [
        #"{"continuation_token":"t","methods":[{"id":"a","challenge_channel":"sms"}]}"#,
        #"{"continuation_token":"t"}"#, #"{"methods":[]}"#,
    ])
    func rejectsIncompleteMethods(_ body: String) {
        #expect(throws: WireError.self) {
            try EntraResponse<EntraMethodsResponse>(body: Data(body.utf8), fields: [:])
        }
    }

    @Test(arguments: [
        #"{"continuation_token":"t","challenge_type":"password"}"#, #"{"challenge_type":"preverified"}"#,
        #"{"continuation_token":"t","challenge_type":"oob","challenge_channel":"sms","code_length":8}"#,
    ])
    func rejectsIncompleteChallengeOfRegistration(_ body: String) {
        #expect(throws: WireError.self) {
            try EntraResponse<EntraRegistrationChallengeResponse>(body: Data(body.utf8), fields: [:])
        }
    }

    @Test func writesTokenResponseForMicrosoftsLibraries() {
        let tokens = TokenResponse(accessToken: Secret("a"), expiresIn: 3600, scope: [.openid, .profile])
        let response = EntraTokenResponse(tokens: tokens, clientInfo: EntraClientInfo(uid: "u", utid: "t"))
        #expect(
            Self.text(response)
                == #"{"access_token":"a","client_info":"eyJ1aWQiOiJ1IiwidXRpZCI6InQifQ","expires_in":3600,"#
                + #""ext_expires_in":3600,"scope":"openid profile","token_type":"Bearer"}"#
        )
    }

    @Test func distinguishesRedirectFromSuccess() throws {
        let reasoned = Data(#"{"challenge_type":"redirect","redirect_reason":"Reason."}"#.utf8)
        #expect(try EntraResponse<EntraStartResponse>(body: reasoned, fields: [:]) == .redirect(reason: "Reason."))
        #expect(
            try EntraResponse<EntraSignUpContinueResponse>(body: reasoned, fields: [:]) == .redirect(reason: "Reason.")
        )
        let bare = Data(#"{"challenge_type":"redirect"}"#.utf8)
        #expect(try EntraResponse<EntraChallengeResponse>(body: bare, fields: [:]) == .redirect(reason: nil))
        #expect(EntraResponse<EntraStartResponse>.redirect(reason: nil).body() == bare)
        #expect(EntraResponse<EntraStartResponse>.redirect(reason: "Reason.").body() == reasoned)
    }

    @Test(arguments: [
        #"{"continuation_token":"t","challenge_type":"fax"}"#, #"{"challenge_type":"password"}"#,
        #"{"continuation_token":"t","challenge_type":"oob","challenge_channel":"email","challenge_target_label":"a"}"#,
        #"{"continuation_token":"t","challenge_type":"oob","challenge_channel":"email","challenge_target_label":"a","code_length":"8"}"#,
    ])
    func rejectsIncompleteChallengeResponse(_ body: String) {
        #expect(throws: WireError.self) {
            try EntraResponse<EntraChallengeResponse>(body: Data(body.utf8), fields: [:])
        }
    }

    @Test func writesMessageForDevice() throws {
        let codes = DeviceAuthorizationResponse(
            deviceCode: Secret("d"),
            userCode: "ABCD-EFGH",
            verificationURI: try #require(URL(string: "https://id.example.com/device")),
            expiresIn: 600
        )
        let response = EntraDeviceCodeResponse(codes: codes, message: "Open the page.")
        #expect(
            Self.text(response)
                == #"{"device_code":"d","expires_in":600,"interval":5,"message":"Open the page.","user_code":"ABCD-EFGH","#
                + #""verification_uri":"https://id.example.com/device"}"#
        )
        #expect(try EntraDeviceCodeResponse(body: response.body(), fields: [:]) == response)
    }

    @Test(arguments: [
        ("displayName", "name"), ("givenName", "given_name"), ("surname", "family_name"), ("city", "locality"),
        ("postalCode", "postal_code"), ("streetAddress", "street_address"), ("state", "region"),
        ("country", "country"), ("jobTitle", "jobTitle"),
    ])
    func mapsAttributeNames(_ entra: String, _ own: String) {
        #expect(EntraAttributeName.own(for: entra) == own)
        #expect(EntraAttributeName.own(for: own) == own)
        #expect(EntraAttributeName.entra(for: own) == entra)
    }
}
