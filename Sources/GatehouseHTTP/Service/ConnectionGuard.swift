import NIOCore

/// Closes a connection of an address that holds too many, and one whose other end does not take what it asked for.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    // What is said on the connection is none of its business.
    typealias InboundIn = Never

    private let counts: ConnectionCounts
    private let proxies: TrustedProxies
    private let transferTime: TimeAmount
    private var counted: CallerAddress?
    private var deadline: Scheduled<Void>?

    init(counts: ConnectionCounts, proxies: TrustedProxies, transferTime: TimeAmount) {
        self.counts = counts
        self.proxies = proxies
        self.transferTime = transferTime
    }

    func channelActive(context: ChannelHandlerContext) {
        // One that was reset before it was taken.
        guard let peer = context.remoteAddress?.ipAddress else { return context.close(promise: nil) }
        // A proxy brings everybody's connections.
        if !proxies.isTrusted(peer) {
            let address = CallerAddress(peer)
            guard counts.open(address) else { return context.close(promise: nil) }
            counted = address
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        counted.map(counts.close)
        counted = nil
        context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline =
            channel.isWritable
            ? nil : channel.eventLoop.scheduleTask(in: transferTime) { channel.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }
}
