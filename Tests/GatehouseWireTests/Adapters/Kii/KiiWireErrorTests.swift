import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiWireErrorTests {
    private func text(_ error: KiiWireError) -> String { String(decoding: error.body(), as: UTF8.self) }

    @Test func writesErrorInKiisFormat() {
        let error = KiiWireError.userNotFound(.name(.email, "ada@example.com"), app: "a1")
        #expect(
            text(error)
                == #"{"appID":"a1","errorCode":"USER_NOT_FOUND","field":"address","message":"The user was not found","#
                + #""value":"EMAIL:ada@example.com"}"#
        )
        #expect(error.status == .notFound)
        #expect(error.fields[.contentType] == "application/vnd.kii.UserNotFoundException+json")
        #expect(error.fields[.cacheControl] == "no-store")
    }

    @Test func writesLoginErrorInOAuthFormat() {
        #expect(
            text(.invalidGrant)
                == #"{"error":"invalid_grant","errorCode":"invalid_grant","#
                + #""error_description":"The user was not found or a wrong password was provided"}"#
        )
        #expect(KiiWireError.invalidGrant.status == .badRequest)
        #expect(KiiWireError.invalidGrant.fields[.contentType] == "application/json")
    }

    @Test(arguments: [
        KiiWireError.invalidGrant,
        .userNotFound(.id("x"), app: "a1"),
        .wrongToken("abc", app: "a1"),
        .passwordTooShort(minimum: 8),
        .invalidVerificationCode(Secret("123456"), user: "u1", app: "a1"),
        .invalidAccountStatus("It is verified.", user: "u1", type: .phone, app: "a1"),
        .unauthorized("A token is needed", app: "a1", principal: "u1"),
        KiiWireError(.tooManyRequests, "Wait.", retryAfter: 7),
        KiiWireError(KiiErrorCode(rawValue: "THING_NOT_FOUND"), "Unknown code.", status: .notFound),
    ])
    func readsBackWrittenErrors(error: KiiWireError) throws {
        #expect(try KiiWireError(status: error.status, fields: error.fields, body: error.body()) == error)
    }

    @Test func infersCodeFromMediaType() throws {
        let fields: HTTPFields = [.contentType: "application/vnd.kii.PINCodeExpiredException+json;charset=UTF-8"]
        #expect(try KiiWireError(status: .gone, fields: fields, body: Data("{}".utf8)).code == .pinCodeExpired)
        let unknown: HTTPFields = [.contentType: "application/vnd.kii.OtherException+json"]
        #expect(
            try KiiWireError(status: .gone, fields: unknown, body: Data("{}".utf8)).code.rawValue == "OtherException"
        )
    }

    @Test func treatsEmptyBodyWithStatus401AsMissingToken() throws {
        let fields: HTTPFields = [.contentType: "application/json"]
        #expect(try KiiWireError(status: .unauthorized, fields: fields, body: Data("{}".utf8)).code == .unauthorized)
        #expect(throws: WireError.self) { try KiiWireError(status: .badGateway, fields: fields, body: Data("{}".utf8)) }
    }

    @Test func rejectsProxyResponse() {
        #expect(throws: WireError.self) {
            try KiiWireError(status: .badGateway, fields: [:], body: Data("<html>".utf8))
        }
    }

    @Test func truncatesRepeatedToken() {
        let error = KiiWireError.wrongToken(String(repeating: "a", count: 100_000), app: "a1")
        #expect(error.body().count < 1200)
    }

    @Test(arguments: [
        (KiiErrorCode.invalidGrant, 400), (.passwordTooShort, 400), (.invalidInputData, 400),
        (.invalidAccountStatus, 400), (.invalidJSON, 400), (.missingData, 400), (.noAccountProvided, 400),
        (.accountTypeNotSupported, 400), (.unauthorized, 401), (.wrongPassword, 401), (.userDisabled, 401),
        (.authenticationFailed, 401), (.wrongToken, 403), (.wrongRefreshToken, 403),
        (.invalidVerificationCode, 403), (.appDisabled, 403), (.operationNotSupported, 403), (.userNotFound, 404),
        (.appNotFound, 404), (.userAddressNotFound, 404), (.verificationCodeNotFound, 404),
        (.userAlreadyExists, 409), (.operationNotAllowed, 409), (.invalidStatus, 409), (.pinCodeExpired, 410),
        (.phoneVerificationCodeExpired, 410), (.tooManyRequests, 429), (.undefinedError, 500),
        (.temporarilyUnavailable, 503),
    ])
    func assignsStatusToEveryCode(code: KiiErrorCode, status: Int) {
        #expect(code.status.code == status)
    }
}
