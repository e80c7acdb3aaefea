import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

extension ServerFixture {
    /// Enrols an authenticator app for an account, so that its sign-ins need a second factor.
    func enrolApp(for account: Account) async throws -> TimeBasedSecret {
        let proven = [FactorKind.knowledge, .possession].map { kind in
            ProvenFactor(.authenticatorApp, kind: kind, method: .oneTimeCode, provenAt: server.clock.now)
        }
        let call = AccountRequest(
            client: server.identity.accounts.client,
            language: .english,
            authority: .user(Authentication(proven, at: server.clock.now)),
            context: RequestMetadata(address: nil, requestID: "enrolment")
        )
        let editor = server.identity.accounts.credentials
        let started = try await editor.start(.authenticatorApp, of: account, call)
        guard case .authenticatorApp(_, let typed) = started.presentation else { throw AccountError.failed }
        let secret = try TimeBasedSecret(typed: typed.reveal())
        _ = try await editor.finish(
            started.token,
            with: .string(try code(of: secret)),
            name: "Phone",
            of: account,
            call
        )
        server.clock.advance(by: 60)
        return secret
    }

    /// Returns the current code of an app, which is new in every period.
    func code(of secret: TimeBasedSecret) throws -> String {
        secret.code(step: try #require(TimeBasedSecret.step(at: server.clock.now)))
    }
}

extension TimeBasedSecret {
    /// Creates the secret that a user types into an app.
    init(typed text: some StringProtocol) throws {
        var (bytes, buffer, count) = (Data(), 0, 0)
        for letter in text where letter != " " {
            let value = try #require(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").firstIndex(of: letter))
            (buffer, count) = ((buffer << 5 | value) & 0xFFFF, count + 5)
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> count))
            }
        }
        self = try #require(TimeBasedSecret(bytes: bytes))
    }

    /// Returns the key that a page shows.
    static func shown(on page: String) throws -> TimeBasedSecret {
        try TimeBasedSecret(typed: try #require(page.firstMatch(of: /class="key">([A-Z2-7 ]+)</)).output.1)
    }
}
