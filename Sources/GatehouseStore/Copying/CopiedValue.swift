package import Foundation

/// A value of a column, as no backend in particular has it: a truth value is 0 or 1.
package enum CopiedValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes(Data)
}
