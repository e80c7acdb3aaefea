import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraResponseTests {
    private static func text(_ response: some WireResponse) -> String {
        String(decoding: response.body(), as: UTF8.self)
    }

    private static func survives<Success: JSONResponse & Equatable>(_ success: Success) throws -> Bool {
        let answer = EntraAnswer.success(success)
        return try EntraAnswer<Success>(body: answer.body(), fields: [:]) == answer
    }

    @Test func everyAnswerReadsWhatItWrites() throws {
        let token = Secret("t")
        #expect(try Self.survives(EntraStartResponse(continuationToken: token)))
        #expect(try Self.survives(EntraChallengeResponse(continuationToken: token, challenge: .password)))
        #expect(try Self.survives(EntraSignUpContinueResponse(continuationToken: token)))
        #expect(try Self.survives(EntraSignUpContinueResponse(continuationToken: nil)))
        #expect(try Self.survives(EntraResetContinueResponse(continuationToken: token, expiresIn: 600)))
        #expect(try Self.survives(EntraResetSubmitResponse(continuationToken: token, pollInterval: 1)))
        for status in [
            .succeeded, .failed, .inProgress, .notStarted,
        ] as [EntraResetPollResponse.Status] {
            #expect(try Self.survives(EntraResetPollResponse(status: status)))
        }
        let tokens = TokenResponse(
            accessToken: Secret("a"),
            expiresIn: 3600,
            refreshToken: Secret("r"),
            idToken: Secret("i"),
            scope: [.openid]
        )
        let info = EntraClientInfo(uid: "u", utid: "t")
        #expect(try Self.survives(EntraTokenResponse(tokens: tokens, clientInfo: info)))
    }

    @Test func aSentCodeIsWrittenAsTheReferenceShowsIt() throws {
        let answer = EntraChallengeResponse(
            continuationToken: Secret("AQAB"),
            challenge: .code(.init(target: "c***r@example.com", length: 8, interval: 300))
        )
        #expect(
            Self.text(answer)
                == #"{"binding_method":"prompt","challenge_channel":"email","challenge_target_label":"c***r@example.com","#
                + #""challenge_type":"oob","code_length":8,"continuation_token":"AQAB","interval":300}"#
        )
        #expect(try Self.survives(answer))
    }

    @Test func aTokenAnswerHasAllThatMicrosoftsLibrariesAskFor() {
        let tokens = TokenResponse(accessToken: Secret("a"), expiresIn: 3600, scope: [.openid, .profile])
        let answer = EntraTokenResponse(tokens: tokens, clientInfo: EntraClientInfo(uid: "u", utid: "t"))
        #expect(
            Self.text(answer)
                == #"{"access_token":"a","client_info":"eyJ1aWQiOiJ1IiwidXRpZCI6InQifQ","expires_in":3600,"#
                + #""ext_expires_in":3600,"scope":"openid profile","token_type":"Bearer"}"#
        )
    }

    @Test func aRedirectIsToldFromASuccessOfAnyKind() throws {
        let reasoned = Data(#"{"challenge_type":"redirect","redirect_reason":"Why."}"#.utf8)
        #expect(try EntraAnswer<EntraStartResponse>(body: reasoned, fields: [:]) == .redirect(reason: "Why."))
        #expect(try EntraAnswer<EntraSignUpContinueResponse>(body: reasoned, fields: [:]) == .redirect(reason: "Why."))
        let bare = Data(#"{"challenge_type":"redirect"}"#.utf8)
        #expect(try EntraAnswer<EntraChallengeResponse>(body: bare, fields: [:]) == .redirect(reason: nil))
        #expect(EntraAnswer<EntraStartResponse>.redirect(reason: nil).body() == bare)
        #expect(EntraAnswer<EntraStartResponse>.redirect(reason: "Why.").body() == reasoned)
    }

    @Test(arguments: [
        #"{"continuation_token":"t","challenge_type":"fax"}"#, #"{"challenge_type":"password"}"#,
        #"{"continuation_token":"t","challenge_type":"oob","challenge_channel":"email","challenge_target_label":"a"}"#,
        #"{"continuation_token":"t","challenge_type":"oob","challenge_channel":"email","challenge_target_label":"a","code_length":"8"}"#,
    ])
    func anAnswerThatNobodyCouldActOnIsNotRead(_ body: String) {
        #expect(throws: WireError.self) {
            try EntraAnswer<EntraChallengeResponse>(body: Data(body.utf8), fields: [:])
        }
    }

    @Test func aDeviceShowsASentence() throws {
        let codes = DeviceAuthorizationResponse(
            deviceCode: Secret("d"),
            userCode: "ABCD-EFGH",
            verificationURI: try #require(URL(string: "https://id.example.com/device")),
            expiresIn: 600
        )
        let answer = EntraDeviceCodeResponse(codes: codes, message: "Open the page.")
        #expect(
            Self.text(answer)
                == #"{"device_code":"d","expires_in":600,"interval":5,"message":"Open the page.","user_code":"ABCD-EFGH","#
                + #""verification_uri":"https://id.example.com/device"}"#
        )
        #expect(try EntraDeviceCodeResponse(body: answer.body(), fields: [:]) == answer)
    }

    @Test(arguments: [
        ("displayName", "name"), ("givenName", "given_name"), ("surname", "family_name"), ("city", "locality"),
        ("postalCode", "postal_code"), ("streetAddress", "street_address"), ("state", "region"),
        ("country", "country"), ("jobTitle", "jobTitle"),
    ])
    func attributesHaveTwoNames(_ entra: String, _ own: String) {
        #expect(EntraAttributeName.own(for: entra) == own)
        #expect(EntraAttributeName.own(for: own) == own)
        #expect(EntraAttributeName.entra(for: own) == entra)
    }
}
