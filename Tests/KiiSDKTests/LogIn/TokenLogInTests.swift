import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

extension Facade {
    @Suite struct TokenLogInTests {
        @Test(arguments: Form.allCases)
        func aTokenAloneRestoresTheTokenAndNothingElse(form: Form) async throws {
            let device = Device()
            let id = device.server.add("ada", fields: ["city": "London"])
            let token = device.server.token(of: id)
            device.launch()
            let user = try #require(await KiiCall.token(token).outcome(form).user)
            #expect(user.userID == id)
            #expect(user.username == "ada")
            #expect(user.getObjectForKey("city") as! String == "London")
            #expect(KiiUser.current() === user)
            #expect(KiiUser.loggedIn())
            #expect(user.accessToken == token)
            let dictionary = try #require(user.accessTokenDictionary())
            #expect(dictionary.count == 2)
            #expect(dictionary["expires_at"] as! Date == .distantFuture)
            #expect(dictionary["refresh_token"] == nil)
            #expect(device.server.requests == ["GET users/me"])
        }

        @Test(arguments: Form.allCases)
        func theDateAndTheRefreshTokenAreKeptWhenGiven(form: Form) async throws {
            let device = Device()
            let id = device.server.add("ada")
            let token = device.server.token(of: id)
            device.launch()
            let expiry = device.clock.now + 86400
            await _ = KiiCall.token(token, expiry).outcome(form)
            let dated = try #require(KiiUser.current()?.accessTokenDictionary())
            #expect(dated["expires_at"] as! Date == expiry)
            #expect(dated["refresh_token"] == nil)
            await _ = KiiCall.tokens(token, expiry, "refresh").outcome(form)
            let whole = try #require(KiiUser.current()?.accessTokenDictionary())
            #expect(whole["access_token"] as! NSString == NSString(string: token))
            #expect(whole["access_token"] as! String == token)
            #expect(whole["expires_at"] as! Date == expiry)
            #expect(whole["expires_at"] as! NSDate == expiry as NSDate)
            #expect(whole["refresh_token"] as! NSString == "refresh")
            #expect(whole["refresh_token"] as! String == "refresh")
        }

        @Test(arguments: Form.allCases)
        func aRejectedTokenIs301AndChangesNothing(form: Form) async throws {
            let device = Device()
            let ada = device.server.add("ada")
            device.launch()
            let user = try await KiiUser.authenticate(withToken: device.server.token(of: ada))
            let stored = try device.stored
            let requests = device.server.requests.count
            let endless = String(repeating: "a", count: 1 << 20)
            for token in ["unknown", "", " ", "a b", "a\nb", "t\u{e9}", endless] {
                let heard = await KiiCall.token(token).outcome(form)
                #expect(heard.error?.code == 301)
                #expect(heard.user == nil)
                #expect(KiiUser.current() === user)
            }
            // What cannot be a token is not sent.
            #expect(device.server.requests.count == requests + 1)
            for refusal in [
                KiiErrorCode.wrongToken, .unauthorized, .userNotFound, .userDisabled,
                KiiErrorCode(rawValue: "SOMETHING_NEW"),
            ] {
                device.server.failNext(.refuses(refusal, .forbidden))
                let heard = await KiiCall.token("some").outcome(form)
                #expect(heard.error?.code == 301, "\(refusal)")
                #expect(heard.error?.kiiErrorSummary() == refusal.rawValue)
                #expect(heard.error?.kiiHttpStatus() == 403)
            }
            #expect(KiiUser.current() === user)
            #expect(try device.stored == stored)
        }

        /// What is not said about the token must not be taken for it: the app would throw a good token away.
        @Test(arguments: Form.allCases)
        func troubleOnTheWayIsNot301(form: Form) async throws {
            let device = Device()
            device.launch()
            let troubles: [(SmallKii.Fault, Int)] = [
                (.isDown, 201), (.losesAnswer, 201), (.answers(500, "", type: "text/plain"), 103),
                (.refuses(.temporarilyUnavailable), 103), (.refuses(.tooManyRequests), 103),
                (.answers(502, "<html>"), 103), (.answers(200, "<html>Hotel</html>"), 202),
                (.answers(200, "{}", type: "application/json"), 202), (.answers(302, ""), 202),
                (.refuses(.appNotFound), 102),
            ]
            for (fault, code) in troubles {
                device.server.failNext(fault)
                let heard = await KiiCall.token("some").outcome(form)
                #expect(heard.error?.code == code, "\(fault)")
                #expect(KiiUser.current() == nil)
            }
            #expect(try device.slot == nil)
        }

        @Test func theAppSwitchesBetweenUsersAtWill() async throws {
            let device = Device()
            let (ada, bob) = (device.server.add("ada"), device.server.add("bob"))
            device.launch()
            try await KiiUser.authenticate("ada", withPassword: "analytical")
            let tokenOfAda = try #require(KiiUser.current()?.accessToken)
            try await KiiUser.authenticate("bob", withPassword: "analytical")
            let tokenOfBob = try #require(KiiUser.current()?.accessToken)
            for _ in 0..<3 {
                let first = try await KiiUser.authenticate(withToken: tokenOfAda)
                #expect(KiiUser.current() === first)
                #expect(first.userID == ada)
                #expect(first.accessToken == tokenOfAda)
                let second = try await KiiUser.authenticate(withToken: tokenOfBob)
                #expect(KiiUser.current() === second)
                #expect(second.userID == bob)
                #expect(second.accessToken == tokenOfBob)
                // The other one is not logged in any more, and shows nobody's token.
                #expect(first.accessToken == nil)
                #expect(first.accessTokenDictionary() == nil)
            }
            #expect(try device.stored?.grants.count == 1)
            #expect(device.server.owner(of: tokenOfAda) == ada)
        }
    }
}
