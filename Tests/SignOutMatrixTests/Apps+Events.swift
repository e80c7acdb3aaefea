import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import KiiSDK
import LoginWithAmazon
import MSAL
import Testing

extension Apps {
    /// Performs an event of the table.
    func perform(_ event: SessionEvent) async throws {
        switch event {
        case .amazonSignOut: try await Self.signOutOfAmazon()
        case .msalSignOut: try await signOutOfMSAL()
        case .kiiLogOut: KiiUser.logOut()
        case .kiiSwitch: try await switchToBob()
        case .browserSignOut: try await signOutOfBrowser()
        case .passwordChange:
            try KiiUser.current()?.updatePasswordSynchronous(Self.password, newPassword: Self.otherPassword)
        case .passwordReset: try await resetPassword()
        case .kiiDelete: try KiiUser.current()?.deleteSynchronous()
        case .disable:
            // The same change as in the `user disable` command.
            try await server.store.commit(try await account().changes(disabling: true, at: server.clock.now))
        case .withdraw:
            let (id, client) = (try await account().id, Client.ID(probes.amazon.clientID))
            try await server.store.commit([
                .consent(.withdraw(id, client, reason: .administrator, at: server.clock.now))
            ])
        case .delete: try await server.store.commit([.account(.delete(try await account().id))])
        case .revocation: try await revoke()
        }
    }

    private static func signOutOfAmazon() async throws {
        let error: (any Error)? = await withCheckedContinuation { continuation in
            AMZNAuthorizationManager.shared().signOut { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Signs out of MSAL, and waits for the server to receive the revocation.
    private func signOutOfMSAL() async throws {
        let before = try await liveSessions()
        msal.signOut()
        for _ in 0..<100_000 where try await liveSessions() == before { await Task.yield() }
    }

    private func switchToBob() async throws {
        let ada = try #require(KiiUser.current())
        try KiiUser(username: "bob", andPassword: Self.otherPassword).performRegistrationSynchronous()
        let bob = try #require(KiiUser.current()?.accessToken)
        try KiiUser.authenticate(withTokenSynchronous: probes.kiiToken)
        try KiiUser.authenticate(withTokenSynchronous: bob)
        #expect(KiiUser.current()?.username == "bob")
        #expect(KiiUser.current() != ada)
    }

    private func signOutOfBrowser() async throws {
        await browser.open(EndSessionEndpoint.url(issuer: server.issuer))
        try await browser.submit([:])
    }

    private func resetPassword() async throws {
        let started = try await DelegateResult.state(ResetPasswordCodeRequiredState.self) {
            msalApp.resetPassword(
                parameters: MSALNativeAuthResetPasswordParameters(username: Self.email),
                delegate: $0
            )
        }
        let code = try #require(try await server.mailedCode(to: Self.email))
        let passwordState = try await DelegateResult.state(ResetPasswordRequiredState.self) {
            started.submitCode(code: code, delegate: $0)
        }
        _ = try await DelegateResult.state(SignInAfterResetPasswordState.self) {
            passwordState.submitPassword(password: Self.otherPassword, delegate: $0)
        }
    }

    private func revoke() async throws {
        let form = Parameters([.token: probes.amazonToken, .clientID: probes.amazon.clientID])
        let url = RevocationEndpoint.url(issuer: server.issuer)
        #expect(try await probes.post(form, to: url) == .ok)
    }

    private func account() async throws -> GatehouseStore.Account {
        try #require(try await server.store.account(.email, Self.email))
    }

    private func liveSessions() async throws -> Int {
        try await server.store.sessions(of: try await account().id).count
    }
}
