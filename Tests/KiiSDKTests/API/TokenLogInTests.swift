import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct TokenLogInTests {
    @Test(arguments: CallStyle.allCases)
    func logsInWithAccessTokenOnly(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada", fields: ["city": "London"])
        let token = device.server.token(of: id)
        device.launch()
        let user = try #require(await KiiCall.token(token).outcome(style).user)
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

    @Test(arguments: CallStyle.allCases)
    func storesExpirationAndRefreshToken(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada")
        let token = device.server.token(of: id)
        device.launch()
        let expiry = device.clock.now + 86400
        await _ = KiiCall.token(token, expiry).outcome(style)
        let dated = try #require(KiiUser.current()?.accessTokenDictionary())
        #expect(dated["expires_at"] as! Date == expiry)
        #expect(dated["refresh_token"] == nil)
        await _ = KiiCall.tokens(token, expiresAt: expiry, refreshToken: "refresh").outcome(style)
        let whole = try #require(KiiUser.current()?.accessTokenDictionary())
        #expect(whole["access_token"] as! NSString == NSString(string: token))
        #expect(whole["access_token"] as! String == token)
        #expect(whole["expires_at"] as! Date == expiry)
        #expect(whole["expires_at"] as! NSDate == expiry as NSDate)
        #expect(whole["refresh_token"] as! NSString == "refresh")
        #expect(whole["refresh_token"] as! String == "refresh")
    }

    @Test(arguments: CallStyle.allCases)
    func returns301ForRejectedTokenAndChangesNothing(style: CallStyle) async throws {
        let device = Device()
        let ada = device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate(withToken: device.server.token(of: ada))
        let stored = try device.stored
        let requests = device.server.requests.count
        let endless = String(repeating: "a", count: 1 << 20)
        for token in ["unknown", "", " ", "a b", "a\nb", "t\u{e9}", endless] {
            let outcome = await KiiCall.token(token).outcome(style)
            #expect(outcome.error?.code == 301)
            #expect(outcome.user == nil)
            #expect(KiiUser.current() === user)
        }
        // Malformed tokens are not sent.
        #expect(device.server.requests.count == requests + 1)
        for serverError in [
            KiiErrorCode.wrongToken, .unauthorized, .userNotFound, .userDisabled,
            KiiErrorCode(rawValue: "SOMETHING_NEW"),
        ] {
            device.server.failNext(.rejects(serverError, .forbidden))
            let outcome = await KiiCall.token("some").outcome(style)
            #expect(outcome.error?.code == 301, "\(serverError)")
            #expect(outcome.error?.kiiErrorSummary() == serverError.rawValue)
            #expect(outcome.error?.kiiHttpStatus() == 403)
        }
        #expect(KiiUser.current() === user)
        #expect(try device.stored == stored)
    }

    /// An unrelated error must not be taken for a rejection: the app would discard a valid token.
    @Test(arguments: CallStyle.allCases)
    func distinguishesTransportFailuresFromRejectedToken(style: CallStyle) async throws {
        let device = Device()
        device.launch()
        let failures: [(InMemoryKiiServer.Fault, Int)] = [
            (.isDown, 201), (.dropsResponse, 201), (.responds(500, "", type: "text/plain"), 103),
            (.rejects(.temporarilyUnavailable), 103), (.rejects(.tooManyRequests), 103),
            (.responds(502, "<html>"), 103), (.responds(200, "<html>Hotel</html>"), 202),
            (.responds(200, "{}", type: "application/json"), 202), (.responds(302, ""), 202),
            (.rejects(.appNotFound), 102),
        ]
        for (fault, code) in failures {
            device.server.failNext(fault)
            let outcome = await KiiCall.token("some").outcome(style)
            #expect(outcome.error?.code == code, "\(fault)")
            #expect(KiiUser.current() == nil)
        }
        #expect(try device.slot == nil)
    }

    @Test func switchesBetweenUsers() async throws {
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
            // The other user is no longer logged in and exposes no token.
            #expect(first.accessToken == nil)
            #expect(first.accessTokenDictionary() == nil)
        }
        #expect(try device.stored?.sessions.count == 1)
        #expect(device.server.owner(of: tokenOfAda) == ada)
    }
}
