import Hummingbird

/// The caller of the example's API.
struct Caller {
    struct Subject {
        var value: String
    }

    var sub: Subject
}

/// The context of the example's API.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    func caller(with scope: String) throws -> Caller { fatalError("never called") }
}

var router: Router<APIContext> { Router(context: APIContext.self) }
