import Testing

/// Checks each row of the table in `docs/sign-out.md`.
@Suite(.timeLimit(.minutes(5))) struct SignOutMatrixTests {
    @Test func hasOneRowPerEvent() throws {
        #expect(try SignOutMatrix.rows().map(\.event).sorted() == SessionEvent.allCases.map(\.rawValue).sorted())
    }

    @Test func keepsEverySessionUntilAnEvent() async {
        await #expect(processExitsWith: .success) {
            let apps = try await Apps()
            for location in SignInLocation.allCases {
                #expect(try await apps.probes.outcome(at: location) == .stays, "\(location.rawValue)")
            }
        }
    }

    /// Each row runs in its own process: two of the modules keep their users in global state.
    @Test(arguments: try SignOutMatrix.rows())
    func endsSessionsAsDocumented(row: SignOutMatrix.Row) async {
        await #expect(processExitsWith: .success) { [row = row as SignOutMatrix.Row] in
            let apps = try await Apps()
            try await apps.perform(try #require(SessionEvent(rawValue: row.event)))
            for location in SignInLocation.allCases {
                #expect(try await apps.probes.outcome(at: location) == row.expected[location], "\(location.rawValue)")
            }
        }
    }
}
