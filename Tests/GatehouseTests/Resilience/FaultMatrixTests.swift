import Foundation
import Testing

@testable import Gatehouse

/// Each call under each fault, compared with ``FaultTable``, and the sessions left after the fault.
struct FaultMatrixTests {
    @Test(arguments: FaultTable.Fault.allCases)
    func matchesExpectedOutcomeOfEveryCall(fault: FaultTable.Fault) async throws {
        for call in FaultTable.Call.allCases {
            let trial = try await FaultTrial(of: call)
            let outcome = await trial.outcome(under: fault)
            #expect(outcome == FaultTable.expected(call, under: fault), "\(call)")
            // Sessions not ended by the server or the app have tokens as soon as the fault ends.
            let expected = FaultTable.usersLeft(after: outcome, of: call, under: fault)
            #expect(try await trial.usersWithTokens() == expected, "\(call)")
        }
    }

    @Test(arguments: FaultTable.Fault.allCases)
    func matchesExpectedOutcomeOfEveryNativeCall(fault: FaultTable.Fault) async throws {
        for call in FaultTable.NativeCall.allCases {
            let trial = try await NativeFaultTrial(for: call)
            let outcome = try await trial.outcome(of: call, under: fault)
            #expect(outcome == FaultTable.expected(call, under: fault), "\(call)")
            let expected = FaultTable.usersLeft(after: outcome, of: call, under: fault)
            #expect(try await trial.usersWithTokens() == expected, "\(call)")
        }
    }
}
