import Foundation
import Testing

@testable import Gatehouse

/// Every fault at every call, against ``FaultTable``; and what is signed in when the fault is over.
struct FaultMatrixTests {
    @Test(arguments: FaultTable.Fault.allCases) func everyCallEndsAsTheTableSays(fault: FaultTable.Fault) async throws {
        for call in FaultTable.Call.allCases {
            let trial = try await FaultTrial(of: call)
            let outcome = await trial.outcome(under: fault)
            #expect(outcome == FaultTable.expected(call, under: fault), "\(call)")
            // Who was not signed out by the server or by the app has tokens as soon as the fault is over.
            let left = FaultTable.peopleLeft(after: outcome, of: call, under: fault)
            #expect(try await trial.peopleWithTokens() == left, "\(call)")
        }
    }

    @Test(arguments: FaultTable.Fault.allCases)
    func everyCallOfTheAppsOwnScreensEndsAsTheTableSays(fault: FaultTable.Fault) async throws {
        for call in FaultTable.NativeCall.allCases {
            let trial = try await NativeFaultTrial(for: call)
            let outcome = try await trial.outcome(of: call, under: fault)
            #expect(outcome == FaultTable.expected(call, under: fault), "\(call)")
            let left = FaultTable.peopleLeft(after: outcome, of: call, under: fault)
            #expect(try await trial.peopleWithTokens() == left, "\(call)")
        }
    }
}
