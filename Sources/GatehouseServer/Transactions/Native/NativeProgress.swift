package import Foundation
package import GatehouseWire

/// Where an app's flow stands after one call.
package struct NativeProgress: Sendable {
    package let step: TransactionStep
    /// What the app goes on with.
    package let token: Secret
    /// When the flow is over in any case.
    package let expiresAt: Date
    /// When another code can be asked for, where one was sent.
    package let resendAt: Date?
}
