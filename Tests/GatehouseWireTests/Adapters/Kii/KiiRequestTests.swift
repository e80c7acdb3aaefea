import Foundation
import GatehouseWire
import Testing

@Suite struct KiiRequestTests {
    private func members(_ text: String) throws(KiiWireError) -> KiiJSONObject {
        try KiiJSONObject(request: Data(text.utf8))
    }

    private func roundTrips<Request: KiiRequest & Equatable>(_ request: Request) throws(KiiWireError) -> Bool {
        try Request(members: KiiJSONObject(request: request.body)) == request
    }

    @Test func readsBackEveryRequest() throws {
        let user = KiiNewUser(
            loginName: "Ada.L",
            emailAddress: "ada@example.com",
            phoneNumber: "+818012345678",
            password: Secret("p\u{7}\n"),
            displayName: "Ada",
            country: "JP",
            locale: "ja",
            customFields: ["level": 4, "nested": ["a": [1, nil, true]]]
        )
        let registration = KiiRegistrationRequest(user: user, requestsToken: true)
        let members = try KiiJSONObject(request: registration.body)
        #expect(try KiiRegistrationRequest(members: members, mediaType: registration.mediaType) == registration)
        #expect(
            try roundTrips(
                KiiUpdateRequest(displayName: .set("A"), country: .remove, customFields: ["a": .null, "b": 1.5])
            )
        )
        #expect(try roundTrips(KiiChangePasswordRequest(oldPassword: Secret("a"), newPassword: Secret("b"))))
        #expect(try roundTrips(KiiCompleteResetRequest(pinCode: Secret("123456"), newPassword: nil)))
        #expect(try roundTrips(KiiAddressRequest(.email, "ada@example.com")))
        #expect(try roundTrips(KiiAddressRequest(.phone, "+818012345678", verified: true)))
        #expect(try roundTrips(KiiVerificationRequest(code: Secret("123456"))))
        #expect(try roundTrips(KiiStatusRequest(isDisabled: true)))
        for notification in [KiiResetRequest.Notification.email, .smsLink, .smsPIN] {
            #expect(try roundTrips(KiiResetRequest(notification)))
        }
        #expect(KiiEmptyRequest().body.isEmpty)
    }

    @Test func readsBackEveryTokenRequest() throws {
        let expiry = KiiTime(milliseconds: 1_772_159_853_123)
        #expect(try roundTrips(KiiTokenRequest(.password(username: "PHONE:JP-090", Secret("p")), expiresAt: expiry)))
        #expect(try roundTrips(KiiTokenRequest(.password(username: "a", Secret("p")), scope: [.openid, .profile])))
        #expect(try roundTrips(KiiTokenRequest(.refreshToken(Secret("r")))))
        #expect(try roundTrips(KiiTokenRequest(.client(id: "a1", Secret("s")))))
        #expect(try roundTrips(KiiTokenRequest(.other(GrantType(rawValue: "mfa")))))
    }

    @Test(arguments: [
        (#"{"username":"a","password":"p"}"#, KiiTokenRequest.Grant.password(username: "a", Secret("p"))),
        (#"{"refresh_token":"r"}"#, .refreshToken(Secret("r"))),
        (#"{"client_id":"a1","client_secret":"s"}"#, .client(id: "a1", Secret("s"))),
        (#"{"grant_type":"mfa","totp_code":"1"}"#, .other(GrantType(rawValue: "mfa"))),
    ])
    func infersGrantTypeFromMembers(body: String, grant: KiiTokenRequest.Grant) throws {
        let request = try KiiTokenRequest(members: members(body))
        #expect(request.grant == grant)
        #expect(request.namesGrant == body.contains("grant_type"))
    }

    @Test(arguments: [
        #"{"refresh_token":"r","expiresAt":1772159853123}"#, #"{"refresh_token":"r","expires_at":1772159853123}"#,
        #"{"refresh_token":"r","expiresAt":1772159853123.0}"#, #"{"refresh_token":"r","expiresAt":"1772159853123"}"#,
    ])
    func readsExpirationInEitherSpelling(body: String) throws {
        #expect(try KiiTokenRequest(members: members(body)).expiresAt?.milliseconds == 1_772_159_853_123)
    }

    @Test func readsTokenRequestFromForm() throws {
        let form = try Parameters(formEncoded: "grant_type=password&username=a%40example.com&password=p+q&expiresAt=9")
        let request = try KiiTokenRequest(parameters: form)
        #expect(request.grant == .password(username: "a@example.com", Secret("p q")))
        #expect(request.expiresAt?.milliseconds == 9)
        let repeated = try Parameters(formEncoded: "grant_type=password&username=a&username=b&password=p")
        #expect(throws: KiiWireError.self) { try KiiTokenRequest(parameters: repeated) }
    }

    @Test(arguments: [
        "{}", #"{"grant_type":"password","username":"a"}"#, #"{"grant_type":"refresh_token"}"#,
        #"{"client_id":"a"}"#, #"{"username":1,"password":"p"}"#, #"{"username":"a","password":["p"]}"#,
        #"{"username":"a","password":"p","expiresAt":"soon"}"#, #"{"username":"a\u0000","password":"p"}"#,
        #"{"username":"a","password":"p","scope":"a  b"}"#, #"{"username":"a","password":"p","scope":["a"]}"#,
    ])
    func rejectsIncompleteTokenRequests(body: String) {
        #expect(throws: KiiWireError.self) { try KiiTokenRequest(members: members(body)) }
    }

    @Test(arguments: ["[]", "1", "{", #"{"a":1}{"b":2}"#, "\u{feff}", "\"text\""])
    func rejectsBodiesThatAreNotObjects(body: String) {
        #expect(throws: KiiWireError.self) { try members(body) }
        do { _ = try members(body) } catch { #expect(error.code == .invalidJSON) }
    }

    @Test func limitsNestingOfBody() throws {
        let deep = #"{"a":\#(String(repeating: "[", count: 31) + String(repeating: "]", count: 31))}"#
        #expect(try members(deep).values.count == 1)
        let deeper = #"{"a":\#(String(repeating: "[", count: 40_000))"#
        #expect(throws: KiiWireError.self) { try members(deeper) }
    }

    @Test func excludesPredefinedAndReservedMembersFromCustomFields() throws {
        let body =
            #"{"userID":"u","internalUserID":7,"loginName":"ada","emailAddressVerified":true,"_disabled":false,"#
            + #""_x":1,"":2,"level":3}"#
        let request = try KiiUpdateRequest(members: members(body))
        #expect(request.customFields == ["": 2, "level": 3])
        #expect(request.loginName == "ada")
        #expect(request.displayName == .keep)
    }

    @Test(arguments: [
        (#"{"displayName":null}"#, KiiProfileChange.remove), (#"{"displayName":"A"}"#, .set("A")), ("{}", .keep),
    ])
    func distinguishesAbsentFromNullInUpdate(body: String, change: KiiProfileChange) throws {
        #expect(try KiiUpdateRequest(members: members(body)).displayName == change)
    }

    @Test(arguments: [
        #"{"displayName":1}"#, #"{"country":["JP"]}"#, #"{"loginName":"a\nb"}"#, #"{"password":7}"#,
    ])
    func rejectsMembersOfWrongType(body: String) {
        #expect(throws: KiiWireError.self) { try KiiUpdateRequest(members: members(body)) }
    }

    @Test(arguments: [
        ("", KiiResetRequest.Notification.email), (#"{"notificationMethod":"EMAIL"}"#, .email),
        (#"{"notificationMethod":"SMS"}"#, .smsLink),
        (#"{"notificationMethod":"SMS","smsResetMethod":"PIN"}"#, .smsPIN),
    ])
    func readsNotificationOfReset(body: String, notification: KiiResetRequest.Notification) throws {
        #expect(try KiiResetRequest(members: members(body)).notification == notification)
    }

    @Test func requestsTokenByMediaTypeOnly() throws {
        let members = try members(#"{"loginName":"ada","password":"p"}"#)
        #expect(try !KiiRegistrationRequest(members: members, mediaType: .json).requestsToken)
        #expect(try !KiiRegistrationRequest(members: members, mediaType: .registrationRequest).requestsToken)
        let type = KiiMediaType(rawValue: "application/vnd.kii.registrationandauthorizationrequest+json")
        #expect(try KiiRegistrationRequest(members: members, mediaType: type).requestsToken)
    }

    @Test(arguments: [
        ("application/json", true), ("application/vnd.kii.anything+json", true), ("text/plain", false),
        ("application/vnd.kii.x", false), ("application/x-www-form-urlencoded", false), ("", false),
    ])
    func treatsAllKiiMediaTypesAsJSON(type: String, isJSON: Bool) {
        #expect(KiiMediaType(rawValue: type).isJSON == isJSON)
    }
}
