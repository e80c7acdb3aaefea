import Foundation
import Testing

@testable import Gatehouse

/// Every fault at every call, against ``FaultTable``; and what is signed in when the fault is over.
struct FaultMatrixTests {
    @Test(arguments: FaultTable.Fault.allCases) func everyCallEndsAsTheTableSays(fault: FaultTable.Fault) async throws {
        var outcomes: [String] = []
        for call in FaultTable.Call.allCases {
            let trial = try await FaultTrial()
            trial.begin(fault)
            let outcome = await trial.outcome(of: call)
            outcomes.append(outcome)
            trial.end(fault)
            // Who was not signed out by the server or by the app has tokens as soon as the fault is over.
            let left = FaultTable.peopleLeft(after: outcome, under: fault)
            #expect(try await trial.peopleWithTokens() == left, "\(call)")
        }
        #expect(outcomes == FaultTable.expected[fault])
    }
}
