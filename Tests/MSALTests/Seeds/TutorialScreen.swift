import MSAL

#if canImport(UIKit)
import UIKit
#endif

/// What the tutorial takes for granted: a screen with two fields, a text, and the application.
@MainActor class TutorialScreen: UIViewController {
    /// The text that shows what happened.
    @MainActor final class TextView {
        private let (texts, changes) = AsyncStream.makeStream(of: String.self)

        var text: String? {
            didSet { changes.yield(text ?? "") }
        }

        /// The next text that is shown.
        func next() async -> String? {
            var iterator = texts.makeAsyncIterator()
            return await iterator.next()
        }
    }

    let nativeAuth: MSALNativeAuthPublicClientApplication
    let emailTextField = UITextField()
    let passwordTextField = UITextField()
    let resultTextView = TextView()
    /// The newest state: the tutorial leaves to the reader where it is kept between two buttons.
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
