import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// Access tokens for other scopes than those of the sign-in.
struct TokenScopeTests {
    private let app = CannedApp()
    private let files = Scope(rawValue: "files.read")
    private let mail = Scope(rawValue: "mail.read")

    private var scopesAskedFor: [String?] {
        app.calls(.signInToken).dropFirst().map { $0.parameters["scope"] }
    }

    @Test func theTokenAtHandWillDoForItsOwnScopes() async throws {
        let session = try await app.signInCode().submit("12345678")
        #expect(try await session.accessToken(for: [.openid, .profile]).value == "access-3")
        #expect(scopesAskedFor == [])
    }

    @Test func oneForOtherScopesIsFetchedOnceAndLeavesTheFirst() async throws {
        let session = try await app.signInCode().submit("12345678")
        let token = try await session.accessToken(for: [files])
        #expect(token.value == "access-4")
        #expect(token.scopes.contains(files))
        #expect(try await session.accessToken(for: [files]).value == "access-4")
        #expect(try await session.accessToken().value == "access-3")
        #expect(scopesAskedFor == ["files.read openid profile offline_access"])
        #expect(app.calls(.signInToken).last?.parameters["refresh_token"] == "refresh-3")
        #expect(try await session.tokens().refreshToken == Secret("refresh-4"))
    }

    @Test func aFreshOneTakesThePlaceOfTheOld() async throws {
        let session = try await app.signInCode().submit("12345678")
        #expect(try await session.accessToken(for: [], isFresh: true).value == "access-4")
        #expect(try await session.accessToken().value == "access-4")
        _ = try await session.accessToken(for: [files])
        #expect(try await session.accessToken(for: [files], isFresh: true).value == "access-6")
        #expect(try await session.accessToken(for: [files]).value == "access-6")
        #expect(try await session.tokens().spares?.count == 1)
    }

    @Test func anExpiredOneIsFetchedAgain() async throws {
        let session = try await app.signInCode().submit("12345678")
        _ = try await session.accessToken(for: [files])
        app.api.clock.advance(by: 3600)
        #expect(try await session.accessToken(for: [files]).value == "access-5")
        #expect(try await session.accessToken().value == "access-6")
    }

    @Test func callersWithDifferentWishesEachGetTheirs() async throws {
        let session = try await app.signInCode().submit("12345678")
        let wishes: [ScopeSet] = [[files], [mail], [files], [], [mail]]
        let scopes = try await withThrowingTaskGroup(of: (Int, ScopeSet).self) { group in
            for (index, wish) in wishes.enumerated() {
                group.addTask { (index, try await session.accessToken(for: wish).scopes) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (index, wish) in wishes.enumerated() {
            #expect(scopes[index].map { wish.isSubset(of: $0) } == true)
        }
        #expect(scopesAskedFor.count == 2)
    }

    @Test func claimsAreAlwaysAskedFor() async throws {
        let session = try await app.signInCode().submit("12345678")
        #expect(try await session.tokens(request: NativeRequest(claims: "{}")).accessToken == Secret("access-4"))
        #expect(try await session.tokens(request: NativeRequest(claims: "{}")).accessToken == Secret("access-5"))
        #expect(app.calls(.signInToken).map { $0.parameters["claims"] } == [nil, "{}", "{}"])
    }

    @Test func scopesThatAreNotGrantedAreRefusedAndTheSessionStays() async throws {
        let session = try await app.signInCode().submit("12345678")
        app.api.queue(.invalidScope, at: .signInToken)
        let error = try await failure { try await session.accessToken(for: [files]) }
        #expect(error.code == .refused)
        #expect(error.serverCode == "invalid_scope")
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func aSecondFactorThatIsWantedForARefreshDoesNotEndTheSession() async throws {
        let session = try await app.signInCode().submit("12345678")
        app.api.queue(.mfaRequired, at: .signInToken)
        #expect(try await failure { try await session.accessToken(for: [files]) }.code == .secondFactorRequired)
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test(arguments: [CannedAnswer.refusal(.invalidGrant, 50_142), .redirect(reason: "Because.")])
    func whatThePersonCanSetRightDoesNotEndTheSession(answer: CannedAnswer) async throws {
        let session = try await app.signInCode().submit("12345678")
        app.api.queue(answer, at: .signInToken)
        let error = try await failure { try await session.accessToken(for: [files]) }
        #expect(error.serverNumbers == [50_142] || error.code == .browserRequired && error.serverText == "Because.")
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func theNameOfACallIsSentAndComesBackWithItsError() async throws {
        let session = try await app.signInCode().submit("12345678")
        let id = try #require(UUID(uuidString: "5b1c0d6e-2b57-4f0a-9d3b-6a2f6f0c7a11"))
        app.api.queue(.invalidScope, at: .signInToken)
        let error = try await failure {
            try await session.tokens(for: [files], request: NativeRequest(correlationID: id))
        }
        #expect(error.correlationID == id)
        #expect(app.calls(.signInToken).last?.correlationID == id)
        // It makes no difference to which token will do.
        #expect(
            try await session.tokens(request: NativeRequest(correlationID: id)).accessToken == Secret("access-3")
        )
    }

    @Test func aRefreshTokenThatIsDeadEndsIt() async throws {
        let session = try await app.signInCode().submit("12345678")
        app.api.queue(.invalidGrant, at: .signInToken)
        #expect(try await failure { try await session.accessToken(for: [files]) }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
    }
}
