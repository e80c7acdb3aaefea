import Hummingbird
import NIOCore

/// What Hummingbird hands over with a request: the connection's other end.
struct ServiceContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The network address alone, without the port.
    let address: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }
}
