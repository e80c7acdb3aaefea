import Testing

/// The table in `docs/doors.md`, row by row.
@Suite(.timeLimit(.minutes(5))) struct DoorTests {
    @Test func everythingThatCanHappenHasOneRow() throws {
        #expect(try DoorTable.rows().map(\.event).sorted() == Event.allCases.map(\.rawValue).sorted())
    }

    @Test func untilSomethingHappensEverySignInStays() async {
        await #expect(processExitsWith: .success) {
            let apps = try await Apps()
            for place in Place.allCases {
                #expect(try await apps.probes.fate(of: place) == .stays, "\(place.rawValue)")
            }
        }
    }

    /// In a process of its own, since two of the modules have one set of people in each.
    @Test(arguments: try DoorTable.rows())
    func eachRowIsTrue(row: DoorTable.Row) async {
        await #expect(processExitsWith: .success) { [row = row as DoorTable.Row] in
            let apps = try await Apps()
            try await apps.perform(try #require(Event(rawValue: row.event)))
            for place in Place.allCases {
                #expect(try await apps.probes.fate(of: place) == row.said[place], "\(place.rawValue)")
            }
        }
    }
}
