import Hummingbird
import NIOCore

/// What Hummingbird hands over with a request: the connection's other end.
struct ServiceContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Who is counted as one caller; see ``CallerAddress``.
    let address: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress.map { CallerAddress($0).text }
    }
}
