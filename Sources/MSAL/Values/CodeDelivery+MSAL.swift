import Foundation
import Gatehouse

extension CodeDelivery {
    var channelTargetType: MSALNativeAuthChannelType { MSALNativeAuthChannelType(value: channel.rawValue) }

    /// How many seconds after the code was sent another one can be.
    var resendInterval: TimeInterval? { resendAfter.map { TimeInterval($0.components.seconds) } }
}
