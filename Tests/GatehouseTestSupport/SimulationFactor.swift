import Foundation

/// The number of random orders that simulations run, as a multiple of the usual number.
package enum SimulationFactor {
    /// The number in the environment variable `GATEHOUSE_SIMULATIONS`, or 1.
    package static let current =
        ProcessInfo.processInfo.environment["GATEHOUSE_SIMULATIONS"].flatMap(UInt64.init) ?? 1
}
