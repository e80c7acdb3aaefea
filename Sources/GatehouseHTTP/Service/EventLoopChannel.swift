import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Answers a connection's requests on the thread that reads and writes it.
///
/// Left alone, the tasks of a connection run on Swift's own threads, and every read and every write wakes another thread: which is
/// dearer than most answers. What takes long has threads of its own (passwords, the store), so the loop is never held up.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    /// Creates the handler that guards a connection.
    let makeGuard: @Sendable () -> ConnectionGuard

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(makeGuard(), position: .after(decoder))
            return value
        }
    }

    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
