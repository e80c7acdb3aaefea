import MSAL

#if canImport(UIKit)
import UIKit
#endif

/// The environment that the tutorial assumes: a screen with two fields, a text view and the application.
@MainActor class TutorialScreen: UIViewController {
    /// The text view for the outcome.
    @MainActor final class TextView {
        private let (texts, changes) = AsyncStream.makeStream(of: String.self)

        var text: String? {
            didSet { changes.yield(text ?? "") }
        }

        /// Returns the next text.
        func next() async -> String? {
            var iterator = texts.makeAsyncIterator()
            return await iterator.next()
        }
    }

    let nativeAuth: MSALNativeAuthPublicClientApplication
    let emailTextField = UITextField()
    let passwordTextField = UITextField()
    let resultTextView = TextView()
    /// The latest state, which the tutorial leaves to the reader to store.
    private(set) var state: Any?

    init(_ nativeAuth: MSALNativeAuthPublicClientApplication) {
        self.nativeAuth = nativeAuth
        #if canImport(UIKit)
        super.init(nibName: nil, bundle: nil)
        #endif
    }

    #if canImport(UIKit)
    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }
    #endif

    func keep(_ state: Any) {
        self.state = state
    }
}
