import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct ProblemErrorDecoderTests {
    private func decode(_ problem: ProblemDetails) -> AuthError {
        decode(problem.status, fields: problem.fields, body: problem.body())
    }

    private func decode(_ status: HTTPResponse.Status, fields: HTTPFields, body: Data) -> AuthError {
        let head = HTTPResponse(status: status, headerFields: fields)
        return ProblemErrorDecoder().error(for: .init(head: head, body: body, requestID: "r-1"))
    }

    @Test(arguments: ProblemType.all)
    func describesEveryProblem(type: ProblemType) {
        let error = decode(ProblemDetails(type))
        #expect(error.requestID == "r-1")
        #expect(error.response?.httpStatus == type.status.code)
        #expect(error.response?.error == type.name)
        #expect(error.isTokenRejected == (type == .invalidToken))
        #expect(error.userMessage(locale: Locale(identifier: "en"))?.isEmpty == false)
        #expect(error.isTransient == [.tooManyRequests, .serverError, .temporarilyUnavailable].contains(type))
    }

    @Test(
        arguments: [
            (.preconditionFailed, .conflict), (.notFound, .notFound), (.lastAddress, .lastAddress),
            (.lastSignInMethod, .lastSignInMethod), (.addressClaimed, .addressInUse),
            (.addressPresent, .addressAlreadyAdded), (.addressUnverified, .addressNotVerified),
            (.addressRequired, .addressRequired), (.tooManyAddresses, .tooManyAddresses), (.wrongCode, .wrongCode),
            (.tooManyCredentials, .tooManyCredentials), (.secondFactorMissing, .secondFactorMissing),
            (.codeExpired, .wrongCode), (.textMessagesUnavailable, .textMessagesUnavailable),
            (.insufficientScope, .insufficientScope), (.invalidToken, .requestRejected),
            (.tooManyRequests, .rateLimited), (.temporarilyUnavailable, .serverUnavailable),
            (.preconditionRequired, .requestRejected),
        ] as [(ProblemType, AuthError.Code)]
    )
    func choosesCode(type: ProblemType, code: AuthError.Code) {
        #expect(decode(ProblemDetails(type)).code == code)
    }

    @Test func keepsMaximumAgeAndDetails() {
        let stale = decode(ProblemDetails(.insufficientUserAuthentication, maxAge: 600))
        #expect(stale.code == .reauthenticationRequired)
        #expect(stale.maxAge == .seconds(600))
        #expect(stale.acrValues.isEmpty)
        let single = decode(ProblemDetails(.insufficientUserAuthentication, maxAge: 600, acrValues: [.multiFactor]))
        #expect(single.acrValues == [.multiFactor])
        #expect(decode(ProblemDetails(.insufficientUserAuthentication)).maxAge == nil)
        let password = decode(ProblemDetails(.passwordRejected, reason: .tooShort))
        #expect(password.code == .passwordRejected)
        #expect(password.response?.suberror == "too_short")
        #expect(password.message == "The server rejected the new password: too short.")
        #expect(decode(ProblemDetails(.invalidValue, field: "value")).code == .invalidAddress)
        let attribute = decode(ProblemDetails(.invalidValue, field: "given_name"))
        #expect(attribute.code == .attributesRejected)
        #expect(attribute.invalidAttributes == ["given_name"])
        #expect(decode(ProblemDetails(.tooManyRequests, retryAfter: 7)).recovery == .retry(after: .seconds(7)))
    }

    @Test func reportsServersWithoutAPI() {
        #expect(decode(.notFound, fields: [:], body: Data("<html>".utf8)).code == .misconfigured)
        #expect(decode(.methodNotAllowed, fields: [:], body: Data()).code == .misconfigured)
        #expect(decode(.badGateway, fields: [:], body: Data("<html>".utf8)).code == .serverUnavailable)
        let foreign = Data(#"{"type":"https://example.com/problem","title":"No","status":404}"#.utf8)
        #expect(decode(.notFound, fields: [:], body: foreign).code == .misconfigured)
    }
}
