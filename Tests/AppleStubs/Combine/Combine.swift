// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The declarations that the documentation uses.

// https://developer.apple.com/documentation/combine/publisher
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

// https://developer.apple.com/documentation/combine/passthroughsubject
public final class PassthroughSubject<Output, Failure: Error>: Publisher {
    public init() {}
    public func send(_ input: Output) {}
}

// https://developer.apple.com/documentation/combine/publishers/handleevents
public enum Publishers {
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
    }
}

extension Publisher {
    // https://developer.apple.com/documentation/combine/publisher/handleevents(receivesubscription:receiveoutput:receivecompletion:receivecancel:receiverequest:)
    public func handleEvents(
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> { fatalError("never called") }
}
