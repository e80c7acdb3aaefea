import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ProblemDetailsTests {
    private func body(_ problem: ProblemDetails) -> String { String(decoding: problem.body(), as: UTF8.self) }

    @Test func writesMembersOfProblem() {
        let problem = ProblemDetails(
            .passwordRejected,
            "Choose a longer one.",
            field: "new_password",
            reason: .tooShort
        )
        #expect(problem.status == .unprocessableContent)
        #expect(problem.fields[.contentType] == "application/problem+json")
        #expect(problem.fields[.cacheControl] == "no-store")
        #expect(
            body(problem)
                == #"{"detail":"Choose a longer one.","field":"new_password","reason":"too_short","status":422,"#
                + #""title":"The new password is not allowed","type":"urn:gatehouse:problem:password_rejected"}"#
        )
    }

    @Test func describesRequiredSignIn() {
        let problem = ProblemDetails(
            .insufficientUserAuthentication,
            maxAge: 600,
            challenge: WWWAuthenticate(
                .bearer,
                realm: "https://id.example.com",
                error: .insufficientUserAuthentication,
                maxAge: 600
            )
        )
        #expect(problem.status == .forbidden)
        #expect(
            problem.fields[.wwwAuthenticate]
                == #"Bearer realm="https://id.example.com", error="insufficient_user_authentication", max_age="600""#
        )
        #expect(
            body(problem)
                == #"{"max_age":600,"status":403,"title":"The sign-in is too old or lacks a factor","#
                + #""type":"urn:gatehouse:problem:insufficient_user_authentication"}"#
        )
    }

    @Test func readsItsOwnBody() throws {
        let problem = ProblemDetails(.tooManyRequests, "Wait.", field: "code", maxAge: 1, retryAfter: 30)
        #expect(problem.fields[.retryAfter] == "30")
        let read = try ProblemDetails(status: problem.status, fields: problem.fields, body: problem.body())
        #expect(read == problem)
    }

    @Test func keepsUnknownTypes() throws {
        let body = Data(#"{"type":"urn:gatehouse:problem:new","title":"New","status":418,"reason":"other"}"#.utf8)
        let read = try ProblemDetails(status: .init(code: 418), fields: [.retryAfter: "7"], body: body)
        #expect(read.type == ProblemType(rawValue: "urn:gatehouse:problem:new"))
        #expect(read.status.code == 418)
        #expect(read.reason == PasswordRejection(rawValue: "other"))
        #expect(read.retryAfter == 7)
    }

    @Test(arguments: ["", "<html>", #"{"type":"about:blank"}"#, #"{"error":"invalid_request"}"#])
    func rejectsOtherBodies(text: String) {
        #expect(throws: WireError.self) {
            try ProblemDetails(status: .badGateway, fields: [:], body: Data(text.utf8))
        }
    }

    @Test func namesEveryTypeOnce() {
        #expect(Set(ProblemType.all.map(\.title)).count == ProblemType.all.count)
        #expect(ProblemType.all.allSatisfy { $0.rawValue == "urn:gatehouse:problem:" + $0.name })
        #expect(ProblemType.all.allSatisfy { $0.status.code >= 400 })
    }
}
