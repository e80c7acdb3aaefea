import Foundation
import GatehouseWire
import Testing

@Suite struct KiiRequestTests {
    private func members(_ text: String) throws(KiiError) -> KiiMembers { try KiiMembers(request: Data(text.utf8)) }

    private func again<Request: KiiRequest & Equatable>(_ request: Request) throws(KiiError) -> Bool {
        try Request(members: KiiMembers(request: request.body)) == request
    }

    @Test func whatAClientWritesAServerReads() throws {
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
        let registration = KiiRegistrationRequest(user: user, wantsToken: true)
        let members = try KiiMembers(request: registration.body)
        #expect(try KiiRegistrationRequest(members: members, mediaType: registration.mediaType) == registration)
        #expect(
            try again(
                KiiUpdateRequest(displayName: .set("A"), country: .remove, customFields: ["a": .null, "b": 1.5])
            )
        )
        #expect(try again(KiiChangePasswordRequest(oldPassword: Secret("a"), newPassword: Secret("b"))))
        #expect(try again(KiiCompleteResetRequest(pinCode: Secret("123456"), newPassword: nil)))
        #expect(try again(KiiAddressRequest(.email, "ada@example.com")))
        #expect(try again(KiiAddressRequest(.phone, "+818012345678", verified: true)))
        #expect(try again(KiiVerificationRequest(code: Secret("123456"))))
        #expect(try again(KiiStatusRequest(isDisabled: true)))
        for notification in [KiiResetRequest.Notification.email, .smsLink, .smsPIN] {
            #expect(try again(KiiResetRequest(notification)))
        }
        #expect(KiiEmptyRequest().body.isEmpty)
    }

    @Test func tokensAreAskedForInOneShape() throws {
        let expiry = KiiTime(milliseconds: 1_772_159_853_123)
        #expect(try again(KiiTokenRequest(.password(username: "PHONE:JP-090", Secret("p")), expiresAt: expiry)))
        #expect(try again(KiiTokenRequest(.password(username: "a", Secret("p")), scope: [.openid, .profile])))
        #expect(try again(KiiTokenRequest(.refreshToken(Secret("r")))))
        #expect(try again(KiiTokenRequest(.client(id: "a1", Secret("s")))))
        #expect(try again(KiiTokenRequest(.other(GrantType(rawValue: "mfa")))))
    }

    @Test(arguments: [
        (#"{"username":"a","password":"p"}"#, KiiTokenRequest.Grant.password(username: "a", Secret("p"))),
        (#"{"refresh_token":"r"}"#, .refreshToken(Secret("r"))),
        (#"{"client_id":"a1","client_secret":"s"}"#, .client(id: "a1", Secret("s"))),
        (#"{"grant_type":"mfa","totp_code":"1"}"#, .other(GrantType(rawValue: "mfa"))),
    ])
    func theGrantNeedNotBeNamed(body: String, grant: KiiTokenRequest.Grant) throws {
        let request = try KiiTokenRequest(members: members(body))
        #expect(request.grant == grant)
        #expect(request.namesGrant == body.contains("grant_type"))
    }

    @Test(arguments: [
        #"{"refresh_token":"r","expiresAt":1772159853123}"#, #"{"refresh_token":"r","expires_at":1772159853123}"#,
        #"{"refresh_token":"r","expiresAt":1772159853123.0}"#, #"{"refresh_token":"r","expiresAt":"1772159853123"}"#,
    ])
    func theExpiryIsTakenInEitherSpelling(body: String) throws {
        #expect(try KiiTokenRequest(members: members(body)).expiresAt?.milliseconds == 1_772_159_853_123)
    }

    @Test func aFormSaysTheSame() throws {
        let form = try Parameters(formEncoded: "grant_type=password&username=a%40example.com&password=p+q&expiresAt=9")
        let request = try KiiTokenRequest(parameters: form)
        #expect(request.grant == .password(username: "a@example.com", Secret("p q")))
        #expect(request.expiresAt?.milliseconds == 9)
        let doubled = try Parameters(formEncoded: "grant_type=password&username=a&username=b&password=p")
        #expect(throws: KiiError.self) { try KiiTokenRequest(parameters: doubled) }
    }

    @Test(arguments: [
        "{}", #"{"grant_type":"password","username":"a"}"#, #"{"grant_type":"refresh_token"}"#,
        #"{"client_id":"a"}"#, #"{"username":1,"password":"p"}"#, #"{"username":"a","password":["p"]}"#,
        #"{"username":"a","password":"p","expiresAt":"soon"}"#, #"{"username":"a\u0000","password":"p"}"#,
        #"{"username":"a","password":"p","scope":"a  b"}"#, #"{"username":"a","password":"p","scope":["a"]}"#,
    ])
    func anIncompleteRequestIsRefused(body: String) {
        #expect(throws: KiiError.self) { try KiiTokenRequest(members: members(body)) }
    }

    @Test(arguments: ["[]", "1", "{", #"{"a":1}{"b":2}"#, "\u{feff}", "\"text\""])
    func whatIsNoObjectIsRefused(body: String) {
        #expect(throws: KiiError.self) { try members(body) }
        do { _ = try members(body) } catch { #expect(error.code == .invalidJSON) }
    }

    @Test func aDeepBodyIsRefused() throws {
        let deep = #"{"a":\#(String(repeating: "[", count: 31) + String(repeating: "]", count: 31))}"#
        #expect(try members(deep).values.count == 1)
        let deeper = #"{"a":\#(String(repeating: "[", count: 40_000))"#
        #expect(throws: KiiError.self) { try members(deeper) }
    }

    @Test func predefinedAndReservedMembersAreNoCustomFields() throws {
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
    func anUpdateTellsAbsentFromNull(body: String, change: KiiProfileChange) throws {
        #expect(try KiiUpdateRequest(members: members(body)).displayName == change)
    }

    @Test(arguments: [
        #"{"displayName":1}"#, #"{"country":["JP"]}"#, #"{"loginName":"a\nb"}"#, #"{"password":7}"#,
    ])
    func aMemberOfTheWrongKindIsRefused(body: String) {
        #expect(throws: KiiError.self) { try KiiUpdateRequest(members: members(body)) }
    }

    @Test(arguments: [
        ("", KiiResetRequest.Notification.email), (#"{"notificationMethod":"EMAIL"}"#, .email),
        (#"{"notificationMethod":"SMS"}"#, .smsLink),
        (#"{"notificationMethod":"SMS","smsResetMethod":"PIN"}"#, .smsPIN),
    ])
    func aResetSaysHow(body: String, notification: KiiResetRequest.Notification) throws {
        #expect(try KiiResetRequest(members: members(body)).notification == notification)
    }

    @Test func onlyTheMediaTypeAsksForAToken() throws {
        let members = try members(#"{"loginName":"ada","password":"p"}"#)
        #expect(try !KiiRegistrationRequest(members: members, mediaType: .json).wantsToken)
        #expect(try !KiiRegistrationRequest(members: members, mediaType: .registrationRequest).wantsToken)
        let type = KiiMediaType(rawValue: "application/vnd.kii.registrationandauthorizationrequest+json")
        #expect(try KiiRegistrationRequest(members: members, mediaType: type).wantsToken)
    }

    @Test(arguments: [
        ("application/json", true), ("application/vnd.kii.anything+json", true), ("text/plain", false),
        ("application/vnd.kii.x", false), ("application/x-www-form-urlencoded", false), ("", false),
    ])
    func everyTypeOfKiiIsJSON(type: String, isJSON: Bool) {
        #expect(KiiMediaType(rawValue: type).isJSON == isJSON)
    }
}
