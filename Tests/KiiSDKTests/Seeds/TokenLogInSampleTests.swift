import Foundation
import Gatehouse
import GatehouseTestSupport
import KiiSDK
import Testing

/// The sample code against a Gatehouse server.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) @MainActor struct TokenLogInSampleTests {
    @Test func returnsSameTokenByEitherMethod() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = try await world.register("ada")
        let (sample, transcribed) = (TokenLogInSample(), TranscribedSample())
        sample.storeTokens()
        transcribed.storeTokens()
        let token = try #require(user.accessToken)
        #expect(sample.storage == [token, token, token])
        #expect(transcribed.storage == [token, token])
    }

    @Test func logsInWithTokenFromAppStorageAfterRelaunch() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = try await world.register("ada")
        let token = try #require(user.accessToken)
        let (sample, transcribed) = (TokenLogInSample(), TranscribedSample())
        (sample.storage, transcribed.storage) = ([token], [token])
        let ways: [(_ done: @escaping () -> Void) -> Void] = [
            {
                sample.logInAndWait()
                $0()
            },
            {
                sample.completion = $0
                sample.logInWithBlock()
            },
            {
                transcribed.logInAndWait()
                $0()
            },
            {
                transcribed.completion = $0
                transcribed.logInWithBlock()
            },
        ]
        for way in ways {
            KiiUser.logOut()
            world.launch()
            #expect(KiiUser.current() == nil)
            await withCheckedContinuation { done in way { done.resume() } }
            let again = try #require(KiiUser.current())
            #expect(again == user)
            #expect(again.username == "ada")
            #expect(again.accessToken == token)
            #expect(again.accessTokenDictionary()?["expires_at"] as! Date == .distantFuture)
            #expect(again.accessTokenDictionary()?["refresh_token"] == nil)
        }
        #expect(sample.handled == [])
        #expect(transcribed.handled == [])
    }

    @Test func handlesInvalidToken() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        let user = try await world.register("ada")
        let (sample, transcribed) = (TokenLogInSample(), TranscribedSample())
        (sample.storage, transcribed.storage) = (["none"], ["none"])
        sample.logInAndWait()
        transcribed.logInAndWait()
        await withCheckedContinuation { done in
            sample.completion = { done.resume() }
            sample.logInWithBlock()
        }
        await withCheckedContinuation { done in
            transcribed.completion = { done.resume() }
            transcribed.logInWithBlock()
        }
        #expect(sample.handled.map(\.code) == [301, 301])
        #expect(transcribed.handled.map(\.code) == [301, 301])
        #expect(KiiUser.current() === user)
    }

    /// The page's advice: collect the tokens of several users, then switch between them.
    @Test func switchesBetweenStoredUsers() async throws {
        let world = try await GatehouseWorld()
        world.launch()
        var users: [KiiUser] = []
        let sample = TokenLogInSample()
        for name in ["ada", "bob", "cyd"] {
            users.append(try await world.register(name))
            sample.storage.append(try #require(KiiUser.current()?.accessToken))
        }
        let tokens = sample.storage
        #expect(Set(tokens).count == 3)
        for index in [0, 2, 1, 1, 0] {
            sample.storage = [tokens[index]]
            sample.logInAndWait()
            #expect(KiiUser.current() == users[index])
            #expect(KiiUser.current()?.accessToken == tokens[index])
            #expect(try world.stored?.sessions.count == 1)
        }
        #expect(sample.handled == [])
    }
}
