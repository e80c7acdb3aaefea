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
        if let expected = row.text { #expect(text.contains(expected)) }
        #expect(!text.isEmpty)
        #expect(heard.isOnMainActor)
        if row.place != .accessToken {
            #expect(heard.error?.correlationId == canned.api.requests.last?.correlationID)
        }
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

    @Test func aLostConnectionKeepsTheState() async throws {
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
}
