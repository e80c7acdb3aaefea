import Testing

@testable import Gatehouse

/// Printed values show identifiers and scopes, no personal data and no tokens.
@Suite struct PrintingTests {
    @Test func hidesPersonalDataAndTokens() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn(scopes: [.profile, .email])
        let values: [Any] = [
            session, session.account, session.account.info, try await session.user(), try await session.accessToken(),
            SessionState.signedIn(session.account.info), SessionEvent(account: session.account.info, kind: .signedIn),
            app.gatehouse,
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("@") && !text.contains("Name of") && !text.contains("access-"), "\(text)")
            }
        }
        #expect("\(session.account)" == "SessionAccount(person-1)")
    }
}
