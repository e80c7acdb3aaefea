import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AMZNCodePairManagerTests {
    @Test(arguments: Backend.allCases)
    func signsInOnAnotherDevice(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let code = try await create()
        #expect(code.userCode.isEmpty == false)
        #expect(URL(string: code.verificationURI)?.scheme == "https")
        try await world.type(code.userCode, .agrees)
        let (token, error) = await token()
        #expect(error == nil)
        #expect(token?.hasPrefix("Atza|") == true)
        let outcome = await Calls.authorize([AMZNProfileScope.profile()], .never)
        #expect(outcome.token == token)
        #expect(outcome.userID?.hasPrefix("amzn1.account.") == true)
        #expect(world.device.userAgent.pages.isEmpty)
        #expect(await self.token().error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func expiresUnusedCode(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = try await create()
        let (token, error) = await token()
        #expect(token == nil)
        #expect(error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func reportsDeniedAuthorization(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let code = try await create()
        try await world.type(code.userCode, .denies)
        let (token, error) = await token()
        #expect(token == nil)
        #expect(error?.code == kAMZNLWAAccessDenied)
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test func findsCodeOnlyByItsScopes() async throws {
        let world = try RecordedWorld()
        world.launch()
        #expect(await token().error?.code == kAMZNLWAApplicationNotAuthorized)
        _ = try await create()
        let other = await token(for: [AMZNProfileScope.userID()])
        #expect(other.error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func deliversTokenToConcurrentCallers(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let code = try await create()
        try await world.type(code.userCode, .agrees)
        let tokens = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<5 { group.addTask { await token().token } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tokens.count <= 2)
        #expect(tokens.subtracting([nil]).count == 1)
    }

    @Test func keepsCodeWhenStoreIsLocked() async throws {
        let world = try RecordedWorld()
        world.launch()
        let code = try await create()
        world.device.store.fail(with: TokenStoreError(.locked, "locked"))
        #expect(await token().error != nil)
        world.device.store.fail(with: nil)
        try await world.type(code.userCode, .agrees)
        #expect(await token().token?.hasPrefix("Atza|") == true)
    }

    @Test func consumesCodeWhenTokensCannotBeStored() async throws {
        let world = try RecordedWorld()
        world.launch()
        let code = try await create()
        try await world.type(code.userCode, .agrees)
        world.device.network.failNext(
            "/auth/o2/token",
            .modifies { [store = world.device.store] in
                store.failSaves(with: TokenStoreError(.locked, "locked"))
                return $0
            }
        )
        #expect(await token().error != nil)
        world.device.store.failSaves(with: nil)
        #expect(await token().error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test func rejectsRequestWithoutScopes() async throws {
        try RecordedWorld().launch()
        let error = await withCheckedContinuation { continuation in
            AMZNCodePairManager.shared().createCodePair(AMZNCreateCodePairRequest()) { result, error in
                continuation.resume(returning: result == nil ? error.map(ErrorCode.init) : nil)
            }
        }
        #expect(error?.code == kAMZNLWAInvalidInput)
    }

    @Test func asyncFormsMatchHandlerForms() async throws {
        let world = try RecordedWorld()
        world.launch()
        let request = AMZNCreateCodePairRequest()
        request.scopes = [AMZNProfileScope.profile()]
        let code = try await AMZNCodePairManager.shared().createCodePair(request)
        #expect((code.userCode, code.verificationUri.absoluteString) == ("A7PKHR", "https://amazon.com/us/code"))
        try await world.type(code.userCode, .agrees)
        let wait = AMZNGetTokenRequest()
        wait.scopes = request.scopes
        #expect(try await AMZNCodePairManager.shared().getToken(wait).accessToken.hasPrefix("Atza|"))
        await #expect(throws: NSError.self) { _ = try await AMZNCodePairManager.shared().getToken(wait) }
    }

    private func create() async throws -> (userCode: String, verificationURI: String) {
        let code: (String, String)? = await withCheckedContinuation { continuation in
            let request = AMZNCreateCodePairRequest()
            request.scopes = [AMZNProfileScope.profile()]
            AMZNCodePairManager.shared().createCodePair(request) { result, _ in
                continuation.resume(returning: result.map { ($0.userCode, $0.verificationUri.absoluteString) })
            }
        }
        return try #require(code)
    }

    private func token(
        for scopes: [any AMZNScope] = [AMZNProfileScope.profile()]
    ) async -> (token: String?, error: ErrorCode?) {
        await withCheckedContinuation { continuation in
            let request = AMZNGetTokenRequest()
            request.scopes = scopes
            AMZNCodePairManager.shared().getToken(request) { result, error in
                continuation.resume(returning: (result?.accessToken, error.map(ErrorCode.init)))
            }
        }
    }
}
