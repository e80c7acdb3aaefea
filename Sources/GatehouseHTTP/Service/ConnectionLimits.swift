/// How many connections a server holds, and how long it bears with each.
package struct ConnectionLimits: Sendable {
    /// Connections at the same time; those after them wait to be taken until one ends.
    package var total: Int
    /// How long a connection stays on which nothing happens.
    package var idleTime: Duration
    /// How long a body may take to come, and an answer to be taken.
    package var transferTime: Duration
    /// How long an incomplete request may take to arrive once the server is stopping.
    package var stopTime: Duration

    package init(
        total: Int = 512,
        idleTime: Duration = .seconds(60),
        transferTime: Duration = .seconds(30),
        stopTime: Duration = .seconds(3)
    ) {
        self.total = total
        self.idleTime = idleTime
        self.transferTime = transferTime
        self.stopTime = stopTime
    }

    /// Connections at the same time of one network address, so that it takes more than one to keep the others out, and none holds more
    /// than about a hundred megabytes of requests that are never finished; a larger body counts as several connections.
    var perAddress: Int { min(max(total / 4, 8), 1024) }

    /// Bytes of one header field, and of the address that is asked for.
    static let fieldSize = 16 * 1024
    /// Bytes of all header fields.
    static let headSize = 32 * 1024
    static let fieldCount = 100

    /// Returns the number of further connections whose memory a body takes.
    static func share(ofBody size: Int) -> Int { max(0, (size - 1) / HTTPCall.bodyLimit) }
}
