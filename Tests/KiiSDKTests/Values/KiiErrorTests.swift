import Foundation
import KiiSDK
import Testing

@Suite struct KiiErrorTests {
    private static let table: [(Int, @Sendable () -> Int)] = [
        (101, KiiError.codeInvalidApplication), (102, KiiError.codeAppNotFound), (103, KiiError.codeUndefinedError),
        (201, KiiError.codeUnableToConnectToInternet), (202, KiiError.codeUnableToParseResponse),
        (203, KiiError.codeUnauthorizedRequest), (204, KiiError.codeInvalidRequestData),
        (301, KiiError.codeInvalidAccessToken), (302, KiiError.codeUnableToAuthenticateUser),
        (304, KiiError.codeInvalidPasswordFormat), (305, KiiError.codeInvalidEmailFormat),
        (306, KiiError.codeInvalidUserObject), (307, KiiError.codeInvalidUsername),
        (308, KiiError.codeInvalidPhoneFormat), (309, KiiError.codeUnableToVerifyUser),
        (310, KiiError.codeInvalidDisplayName), (311, KiiError.codeUnableToUpdateEmail),
        (312, KiiError.codeUnableToUpdatePhoneNumber), (313, KiiError.codeInvalidUserIdentifier),
        (315, KiiError.codeInvalidCountryCode), (316, KiiError.codeInvalidLocalPhoneFormat),
        (317, KiiError.codeInvalidCredentials), (324, KiiError.codeUserNotFound),
        (326, KiiError.codeLocalPhoneRequiresCountryCode), (327, KiiError.codeNonLoggedInUserIsNotAllowed),
        (328, KiiError.codePseudoUserIsNotAllowed), (329, KiiError.codeInvalidUserStatus),
        (330, KiiError.codeRefreshTokenFailed), (331, KiiError.codeValidStoredUserNotFound),
        (340, KiiError.codeLoginRequired), (341, KiiError.codeInvalidPinCode), (342, KiiError.codePasswordRequired),
        (343, KiiError.codeNewPasswordIsSameAsOldOne), (344, KiiError.codePINCodeIsExpired),
        (503, KiiError.codeDuplicateEntry), (508, KiiError.codeInvalidAttributeKey), (511, KiiError.codeInvalidURI),
        (521, KiiError.codeDateNotFuture), (522, KiiError.codeIntervalZero), (523, KiiError.codeNonRefreshToken),
        (1201, KiiError.codeUnexpectedKeyChainError), (1202, KiiError.codeFailedToUnarchived),
        (1203, KiiError.codeFailedToArchived), (1204, KiiError.codeNonKeychainItemFound),
        (1205, KiiError.codeKeyChainAccessIsNotAllowed),
    ]

    @Test func keepsNumbersOfCodes() {
        for (number, code) in Self.table { #expect(code() == number) }
        #expect(Set(Self.table.map(\.0)).count == 45)
    }

    /// The casts that apps write.
    ///
    /// Each would terminate the process if it failed.
    @Test func createsErrorsThatSurviveCasts() {
        for (number, code) in Self.table {
            func fail() throws { throw KiiError.error(withCode: code(), userInfo: nil) }
            do {
                try fail()
            } catch let error as NSError {
                #expect(error.code == number)
                #expect(error.domain == KiiError.errorDomain)
                #expect(error.kiiErrorSummary() == nil)
                #expect(error.kiiErrorMessage() == nil)
                #expect(error.kiiHttpStatus() == 0)
            }
            let error: (any Error)? = KiiError.error(withCode: code(), userInfo: nil)
            let text = (error! as NSError).userInfo["description"] as! String
            #expect(!text.isEmpty)
            #expect(error!.localizedDescription == text)
        }
    }

    @Test func keepsUserInfoOfApp() {
        let error = KiiError.error(
            withCode: 503,
            userInfo: [
                "description": "Taken.", "server_code": "USER_ALREADY_EXISTS", "server_message": "It exists.",
                "http_status": 409, 7: "no name",
            ]
        )
        let known = error as NSError
        #expect(known.userInfo["description"] as! String == "Taken.")
        #expect(known.kiiErrorSummary() == "USER_ALREADY_EXISTS")
        #expect(known.kiiErrorMessage() == "It exists.")
        #expect(known.kiiHttpStatus() == 409)
    }

    @Test func replacesDescriptionThatIsNotAString() {
        let error = KiiError.error(withCode: 301, userInfo: ["description": 5]) as NSError
        #expect(error.userInfo["description"] as! String != "")
        let unknown = KiiError.error(withCode: 4711, userInfo: nil) as NSError
        #expect(unknown.userInfo["description"] as! String == "Error 4711.")
    }
}
