import HTTPTypes
import NIOCore
import NIOHTTP1

/// A handler that closes a connection when its address holds too many, when its peer does not read the response, or
/// when its request is still incomplete soon after the server began to stop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let counts: ConnectionCounts
    private let proxies: TrustedProxies
    private let securityFields: SecurityFields
    private let transferTime: TimeAmount
    private let stopTime: TimeAmount
    private var counted: CallerAddress?
    private var deadline: Scheduled<Void>?
    private var stop: Scheduled<Void>?
    /// The number of complete requests that are not answered yet.
    private var waiting = 0

    init(
        counts: ConnectionCounts,
        proxies: TrustedProxies,
        securityFields: SecurityFields,
        limits: ConnectionLimits
    ) {
        self.counts = counts
        self.proxies = proxies
        self.securityFields = securityFields
        transferTime = TimeAmount(limits.transferTime)
        stopTime = TimeAmount(limits.stopTime)
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
        stop?.cancel()
        counted.map(counts.close)
        counted = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { waiting += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // The library answers some requests itself, such as malformed HTTP.
            for field in securityFields.fields where !head.headers.contains(name: field.name.rawName) {
                head.headers.add(name: field.name.rawName, value: field.value)
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            waiting = max(0, waiting - 1)
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        deadline?.cancel()
        let channel = context.channel
        deadline =
            channel.isWritable
            ? nil : channel.eventLoop.scheduleTask(in: transferTime) { channel.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { closeUnlessWaiting(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Closes the connection after a while, or later if a response is still in progress and the caller reads it.
    private func closeUnlessWaiting(_ channel: any Channel) {
        stop = channel.eventLoop.assumeIsolated().scheduleTask(in: stopTime) { [self] in
            let isDone = waiting == 0 || !channel.isWritable
            if isDone { channel.close(promise: nil) } else { closeUnlessWaiting(channel) }
        }
    }
}
