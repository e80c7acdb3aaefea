import GatehouseConcurrency
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Processes a connection's requests on the event loop that reads and writes it.
///
/// On Swift's global executor each read and write would wake another thread, which costs more than most responses. Slow
/// work (password hashing, the store) runs on other threads and does not block the loop.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    /// Creates the limit handler of a connection.
    let makeLimitHandler: @Sendable () -> ConnectionLimitHandler

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(makeLimitHandler(), position: .after(decoder))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        let eventLoop = value.channel.eventLoop
        await TaskExecutorPreference { eventLoop.execute($0) }.run {
            await base.handle(value: value, logger: logger)
        }
    }
}
