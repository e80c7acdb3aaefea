import Foundation
import GatehouseStore

/// Everything the engine remembers of a transaction between two requests.
package struct TransactionState: Sendable, Equatable, Codable {
    package let purpose: TransactionPurpose
    /// SHA-256 of the binding cookie of the browser it was begun in; requests from another browser do not see it.
    ///
    /// `nil` for an app's, which no browser sees.
    package let browser: String?
    package let language: Language
    /// The number of the present step.
    ///
    /// It grows whenever the step changes, so that a form of an earlier one is recognised as stale.
    package private(set) var number: Int
    package private(set) var step: TransactionStep
    /// A code that was mailed, and that the person went away from: as they come back to its form with the same address, it is
    /// still the one to type.
    private(set) var left: CodeStep?

    package init(purpose: TransactionPurpose, browser: String?, language: Language, step: TransactionStep) {
        self.purpose = purpose
        self.browser = browser
        self.language = language
        self.number = 1
        self.step = step
    }

    /// The same transaction, moved on.
    ///
    /// A step that only changed within itself (a mistyped code) keeps its number.
    func moved(to next: TransactionStep, leaving code: CodeStep? = nil) -> TransactionState {
        var moved = self
        if case .code = next {
            // Being back at it, its tries count there; once they are used up, there is nothing to come back to.
            moved.left = nil
        } else if let code {
            moved.left = code
        }
        if !next.isSameKind(as: step) || next.isFinished { moved.number += 1 }
        moved.step = next
        return moved
    }

    func encoded() throws(TransactionError) -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.milliseconds)
        }
        do { return try encoder.encode(self) } catch { throw .failed }
    }

    static func decode(_ data: Data) throws(TransactionError) -> TransactionState {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
        }
        do { return try decoder.decode(TransactionState.self, from: data) } catch { throw .failed }
    }
}

extension Language: Codable {}
