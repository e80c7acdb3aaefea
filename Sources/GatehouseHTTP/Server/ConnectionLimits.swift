import GatehouseConcurrency
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Limits on the number and the duration of connections.
package struct ConnectionLimits: Sendable {
    /// The maximum number of concurrent connections; further ones wait in the listen backlog.
    package var total: Int
    /// The maximum time without activity on a connection.
    package var idleTime: Duration
    /// The maximum time to receive a body, and for the client to read a response.
    package var transferTime: Duration
    /// The time that an incomplete request may still take to arrive once the server is stopping.
    package var stopTime: Duration
    /// The time for which an idle connection is still served once the server is stopping.
    ///
    /// A proxy may have sent a request before it notices that the connection is closed, and must not repeat a `POST`.
    package var lingerTime: Duration

    package init(
        total: Int = 512,
        idleTime: Duration = .seconds(60),
        transferTime: Duration = .seconds(30),
        stopTime: Duration = .seconds(3),
        lingerTime: Duration = .milliseconds(500)
    ) {
        self.total = total
        self.idleTime = idleTime
        self.transferTime = transferTime
        self.stopTime = stopTime
        self.lingerTime = lingerTime
    }

    /// The maximum number of connections per network address; large bodies count as several.
    ///
    /// It keeps one address from blocking all others, and bounds the memory of its incomplete requests to about 100 MB.
    var perAddress: Int { min(max(total / 4, 8), 1024) }

    /// The maximum size of a header field or of the request target in bytes.
    static let fieldSize = 16 * 1024
    /// The maximum size of all header fields in bytes.
    static let headSize = 32 * 1024
    static let fieldCount = 100

    /// Returns the number of additional connections that a body of this size counts as.
    static func share(ofBody size: Int) -> Int { max(0, (size - 1) / ServerRequest.bodyLimit) }
}

/// Counts the connections of each network address; large bodies count as further connections.
final class ConnectionCounter: Sendable {
    private struct State {
        var byAddress: [ClientNetwork: Int] = [:]
        var reserved = 0

        mutating func add(_ count: Int, to address: ClientNetwork, limit: Int) -> Bool {
            guard byAddress[address, default: 0] + count <= limit else { return false }
            byAddress[address, default: 0] += count
            return true
        }

        mutating func remove(_ count: Int, from address: ClientNetwork) {
            let left = byAddress[address, default: 0] - count
            byAddress[address] = left > 0 ? left : nil
        }
    }

    private let limit: Int
    private let total: Int
    private let state = Mutex(State())

    /// Creates a counter with the limits per address and in total.
    init(perAddress limit: Int, total: Int) {
        self.limit = limit
        self.total = total
    }

    /// Counts a connection.
    ///
    /// - Returns: `false`, without counting it, if the address has reached its limit.
    func open(_ address: ClientNetwork) -> Bool {
        state.withLock { $0.add(1, to: address, limit: limit) }
    }

    func close(_ address: ClientNetwork) {
        state.withLock { $0.remove(1, from: address) }
    }

    /// Counts a large body as connections of its caller.
    ///
    /// - Returns: `false`, without counting it, if the address or the total has reached its limit.
    func reserve(_ share: Int, for address: ClientNetwork) -> Bool {
        state.withLock { state in
            guard state.reserved + share <= total, state.add(share, to: address, limit: limit) else { return false }
            state.reserved += share
            return true
        }
    }

    func release(_ share: Int, of address: ClientNetwork) {
        state.withLock { state in
            state.reserved -= share
            state.remove(share, from: address)
        }
    }
}

/// Closes connections that exceed the limit of their address, whose peer does not read, or whose request is still
/// incomplete soon after shutdown started.
///
/// After shutdown started, the next response announces that it is the last one of its connection.
final class ConnectionLimitHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let counter: ConnectionCounter
    private let proxies: TrustedProxies
    private let securityFields: SecurityFields
    private let transferTime: TimeAmount
    private let stopTime: TimeAmount
    private let lingerTime: TimeAmount
    private var isStopping = false
    /// The number of requests without a complete response, incomplete ones included.
    private var openRequests = 0
    private var linger: Scheduled<Void>?
    private var countedAddress: ClientNetwork?
    private var deadline: Scheduled<Void>?
    private var stop: Scheduled<Void>?
    /// The number of complete requests without a response.
    private var pendingResponses = 0

    init(
        counter: ConnectionCounter,
        proxies: TrustedProxies,
        securityFields: SecurityFields,
        limits: ConnectionLimits
    ) {
        self.counter = counter
        self.proxies = proxies
        self.securityFields = securityFields
        transferTime = TimeAmount(limits.transferTime)
        stopTime = TimeAmount(limits.stopTime)
        lingerTime = TimeAmount(limits.lingerTime)
    }

    func channelActive(context: ChannelHandlerContext) {
        // The connection was reset before it was accepted.
        guard let peer = context.remoteAddress?.ipAddress else { return context.close(promise: nil) }
        // Connections of a proxy belong to many callers.
        if !proxies.isTrusted(peer) {
            let address = ClientNetwork(peer)
            guard counter.open(address) else { return context.close(promise: nil) }
            countedAddress = address
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        stop?.cancel()
        linger?.cancel()
        countedAddress.map(counter.close)
        countedAddress = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part { pendingResponses += 1 }
        guard case .head(var head) = part else { return context.fireChannelRead(data) }
        if head.isKeepAlive {
            context.fireChannelRead(data)
        } else {
            // The library closes the connection for this field only, and HTTP/1.0 needs none (RFC 9112 §9.3).
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }
        openRequests += 1
        if isStopping { quiesce(context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // The library responds to some requests itself, such as malformed HTTP.
            for field in securityFields.fields where !head.headers.contains(name: field.name.rawName) {
                head.headers.add(name: field.name.rawName, value: field.value)
            }
            if isStopping { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            pendingResponses = max(0, pendingResponses - 1)
            openRequests = max(0, openRequests - 1)
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
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isStopping = true
        closeUnlessResponding(context.channel)
        guard openRequests == 0 else { return quiesce(context) }
        linger = context.eventLoop.assumeIsolated().scheduleTask(in: lingerTime) { [self] in quiesce(context) }
    }

    /// Lets the library close the connection: at once if it is idle, otherwise after the response.
    private func quiesce(_ context: ChannelHandlerContext) {
        linger?.cancel()
        linger = nil
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    /// Closes the connection after a while; later if a response is in progress and the client reads it.
    private func closeUnlessResponding(_ channel: any Channel) {
        stop = channel.eventLoop.assumeIsolated().scheduleTask(in: stopTime) { [self] in
            let isDone = pendingResponses == 0 || !channel.isWritable
            if isDone { channel.close(promise: nil) } else { closeUnlessResponding(channel) }
        }
    }
}
