import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(5))) struct ErrorTableTests {
    @Test(arguments: ErrorTable.all)
    func theErrorSaysWhatHappenedAndComesWithItsState(row: Row) async throws {
        let canned = try Canned()
        let (heard, stage) = try await row.heard(canned)
        #expect(heard.method == row.method)
        #expect(heard.flags == row.flags)
        #expect(row.state(of: heard, stage) == row.state)
        let text = try #require(heard.error?.errorDescription)
        #expect(text.contains(try #require(row.text)))
        #expect(heard.isOnMainActor)
        #expect(heard.error?.correlationId == canned.api.requests.last?.correlationID)
    }

    @Test func theNumbersOfAnErrorAreTold() async throws {
        let canned = try Canned()
        let stage = try await Place.signUpStart.reach(canned)
        canned.api.queue(.userAlreadyExists, at: .signUpStart)
        #expect(await stage.heard().error?.errorCodes == [1_003_037])
    }

    @Test func whyTheBrowserIsNeededIsTold() async throws {
        let canned = try Canned()
        let stage = try await Place.signInStart.reach(canned)
        canned.api.queue(.redirect(reason: "A second factor."), .redirect(reason: nil), at: .signInInitiate)
        #expect(await stage.heard().error?.redirectReason == "A second factor.")
        #expect(await stage.heard().error?.redirectReason == nil)
    }

    @Test func howLongToWaitIsTold() async throws {
        let canned = try Canned()
        let stage = try await Place.signInResend.reach(canned)
        canned.api.queue(.tooManyCodes, at: .signInChallenge)
        #expect(await stage.heard().error?.retryAfter == 30)
    }

    @Test(arguments: [CannedAnswer.raw(200, "[]"), .raw(200, "<html>"), .raw(404, ""), .raw(400, "no JSON")])
    func anAnswerThatIsNoneIsAGeneralError(answer: CannedAnswer) async throws {
        let canned = try Canned()
        let stage = try await Place.signUpCode.reach(canned)
        canned.api.queue(answer, at: .signUpContinue)
        let heard = await stage.heard()
        #expect(heard.method == "onSignUpVerifyCodeError")
        #expect(heard.error?.errorDescription == "Unexpected response body received")
        #expect(heard.flags == [])
        #expect(!heard.hasState)
    }

    @Test func aPageAboutTheErrorIsTold() async throws {
        let canned = try Canned()
        let stage = try await Place.signUpStart.reach(canned)
        let page = "https://login.example.com/errors/1"
        canned.api.queue(.raw(400, #"{"error":"invalid_request","error_uri":"\#(page)"}"#), at: .signUpStart)
        #expect(await stage.heard().error?.errorUri == page)
        canned.api.queue(.invalidRequest, at: .signUpStart)
        #expect(await stage.heard().error?.errorUri == nil)
    }

    @Test func aPasswordThatIsRefusedLateComesWithTheTokenOfTheRequestThatTookIt() async throws {
        let canned = try Canned()
        let stage = try await Place.resetPassword.reach(canned)
        canned.api.queue(.passwordTooWeak, at: .resetPoll)
        let next: ResetPasswordRequiredState = try #require(await stage.heard().state())
        let poll = try #require(canned.request(at: .resetPoll)).parameters["continuation_token"]
        let heard = await Heard.of { next.submitPassword(password: "correct horse", delegate: $0) }
        #expect(heard.method == "onResetPasswordCompleted")
        let submits = canned.api.requests.filter { $0.endpoint == .resetSubmit }
        #expect(submits.count == 2)
        #expect(submits.first?.parameters["continuation_token"] != poll)
        #expect(submits.last?.parameters["continuation_token"] == poll)
    }

    @Test func aPauseThatTheServerAsksForKeepsTheState() async throws {
        let canned = try Canned()
        let (code, reset) = (try await Place.signUpCode.reach(canned), try await Place.resetPassword.reach(canned))
        canned.api.queue(.raw(429, ""), at: .signUpContinue)
        canned.api.queue(.raw(429, ""), at: .resetSubmit)
        for stage in [code, reset] {
            let heard = await stage.heard()
            #expect(heard.flags == [])
            #expect(heard.state === stage.state)
        }
    }

    /// The places whose error method has a state that goes on.
    private static let keepers: Set<Place> = [
        .signUpResend, .signUpCode, .signUpPassword, .signInResend, .signInCode, .signInPassword, .resetCode,
        .resetPassword,
    ]

    @Test(arguments: Place.allCases.filter { !"\($0)".hasSuffix("WithoutToken") })
    func aLostConnectionIsSaidToBeOneAndTheSameCallWorksLater(place: Place) async throws {
        let line = CuttableLine()
        let canned = try Canned(adjust: line.join)
        let stage = try await place.reach(canned)
        line.setCut(true)
        let heard = await stage.heard()
        #expect(
            heard.error?.errorDescription
                == "The server could not be reached. Check the connection and try again."
        )
        #expect(heard.flags == [])
        #expect(heard.hasState == Self.keepers.contains(place))
        if heard.hasState { #expect(heard.state === stage.state) }
        line.setCut(false)
        #expect(await stage.heard().error == nil)
    }
}
