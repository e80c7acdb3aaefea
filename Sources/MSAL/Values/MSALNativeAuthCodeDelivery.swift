public import Foundation
import Gatehouse

/// The delivery of a one-time code.
///
/// An addition to Microsoft's API, which passes these values to the delegate only.
public final class MSALNativeAuthCodeDelivery: NSObject, Sendable {
    /// The masked address that the code was sent to.
    public let sentTo: String
    /// The type of the address.
    public let channelTargetType: MSALNativeAuthChannelType
    /// The number of digits of the code.
    public let codeLength: Int
    /// The number of seconds after which the code can be resent; `nil` if the server does not specify it.
    public let resendInterval: TimeInterval?
    /// The time from which the code can be resent, by this device's clock; `nil` if the server does not specify it.
    public let resendDate: Date?

    init(_ delivery: CodeDelivery) {
        sentTo = delivery.sentTo
        channelTargetType = MSALNativeAuthChannelType(value: delivery.channel.rawValue)
        codeLength = delivery.codeLength
        resendInterval = delivery.resendAfter.map { TimeInterval($0.components.seconds) }
        resendDate = delivery.resendAt
        super.init()
    }
}
