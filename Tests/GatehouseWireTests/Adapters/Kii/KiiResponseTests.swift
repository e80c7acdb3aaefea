import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiResponseTests {
    private func roundTrips<Response: WireResponse & Equatable>(_ response: Response) throws(WireError) -> Bool {
        try Response(body: response.body(), fields: response.fields) == response
    }

    private func text(_ response: some WireResponse) -> String { String(decoding: response.body(), as: UTF8.self) }

    private var user: KiiUserDocument {
        var user = KiiUserDocument(userID: "u1", customFields: ["level": 4, "tags": ["a", nil]])
        user.internalUserID = 7
        user.loginName = "Ada.L"
        user.emailAddress = "ada@example.com"
        user.emailAddressVerified = true
        user.phoneNumberPending = "+818012345678"
        user.hasPassword = true
        user.isDisabled = false
        user.created = KiiTime(milliseconds: 1_772_159_853_123)
        return user
    }

    @Test func writesUserAsFlatObjectWithoutNulls() {
        #expect(
            text(user)
                == #"{"_created":1772159853123,"_disabled":false,"_hasPassword":true,"#
                + #""_phoneNumberPending":"+818012345678","emailAddress":"ada@example.com","#
                + #""emailAddressVerified":true,"internalUserID":7,"level":4,"loginName":"Ada.L","tags":["a",null],"#
                + #""userID":"u1"}"#
        )
        #expect(user.fields[.contentType] == "application/vnd.kii.UserDataRetrievalResponse+json")
        #expect(user.fields[.cacheControl] == "no-store")
    }

    @Test func readsBackEveryResponse() throws {
        #expect(try roundTrips(user))
        let location = "https://id.example.com/api/apps/a/users/u1"
        #expect(try roundTrips(KiiRegistrationResponse(user: user, location: location)))
        #expect(
            try roundTrips(
                KiiRegistrationResponse(
                    user: user,
                    accessToken: Secret("a"),
                    refreshToken: Secret("r"),
                    expiresIn: 3600,
                    location: location
                )
            )
        )
        #expect(
            try roundTrips(
                KiiTokenResponse(
                    id: "u1",
                    accessToken: Secret("a"),
                    expiresIn: 9_223_372_036_854_775,
                    refreshToken: Secret("r"),
                    scope: [.openid, .account]
                )
            )
        )
        #expect(try roundTrips(KiiModificationResponse(modifiedAt: KiiTime(milliseconds: 5))))
        #expect(try roundTrips(KiiPhoneNumberResponse(phoneNumber: "+818012345678", verified: true)))
        #expect(try roundTrips(KiiVerificationResponse.verified))
        #expect(try roundTrips(KiiVerificationCodeResponse(verificationCode: Secret("123456"))))
        #expect(try roundTrips(KiiStatusResponse(isDisabled: true)))
        #expect(try roundTrips(KiiEmptyResponse()))
    }

    @Test func writesTokenResponseWithUserAndLowercaseType() {
        let response = KiiTokenResponse(id: "u1", accessToken: Secret("a"), expiresIn: 60)
        #expect(text(response) == #"{"access_token":"a","expires_in":60,"id":"u1","token_type":"bearer"}"#)
        #expect(response.fields[.contentType] == "application/json")
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func writesLocationOfRegisteredUser() {
        let plain = KiiRegistrationResponse(user: KiiUserDocument(userID: "u1"), location: "/u1")
        #expect(plain.status == .created)
        #expect(plain.fields[.location] == "/u1")
        #expect(plain.fields[.contentType] == "application/vnd.kii.RegistrationResponse+json")
        let signedIn = KiiRegistrationResponse(
            user: KiiUserDocument(userID: "u1"),
            accessToken: Secret("a"),
            location: "/u1"
        )
        #expect(signedIn.fields[.contentType] == "application/vnd.kii.RegistrationAndAuthorizationResponse+json")
        #expect(text(signedIn) == #"{"_accessToken":"a","userID":"u1"}"#)
    }

    @Test func readsUserOfOtherServer() throws {
        let body =
            #"{"userID":"u1","internalUserID":1.5e30,"loginName":null,"_thirdPartyAccounts":{"x":{}},"_new":1,"a":2}"#
        let user = try KiiUserDocument(body: Data(body.utf8), fields: [:])
        #expect(user.userID == "u1")
        #expect(user.internalUserID == nil)
        #expect(user.loginName == nil)
        #expect(user.customFields == ["a": 2])
    }

    @Test(arguments: ["{}", #"{"userID":7}"#, #"{"userID":""}"#, #"{"userID":"u","_disabled":"no"}"#, "[]", ""])
    func rejectsMalformedUser(body: String) {
        #expect(throws: WireError.self) { try KiiUserDocument(body: Data(body.utf8), fields: [:]) }
    }

    @Test func writesTimesInMilliseconds() {
        #expect(KiiTime(Date(timeIntervalSince1970: 1.2345)).milliseconds == 1234)
        #expect(KiiTime(milliseconds: 1234).date == Date(timeIntervalSince1970: 1.234))
        #expect(KiiTime(.distantFuture) > KiiTime(Date(timeIntervalSince1970: 0)))
    }
}
