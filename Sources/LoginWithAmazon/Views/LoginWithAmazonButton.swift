#if canImport(SwiftUI)
public import SwiftUI

/// A button that signs users in with ``AMZNAuthorizationManager``, as the button in Amazon's documentation does.
///
/// ```swift
/// LoginWithAmazonButton(scopes: [AMZNProfileScope.profile()], image: Image("LoginWithAmazon")) { result in
///     if let user = try? result.get().user { show(user) }
/// }
/// ```
///
/// Amazon's artwork and its rules are on Amazon's developer site; this library does not contain it. Add it to the app
/// and pass it as the image. Without an image the button shows its title in the system's style.
public struct LoginWithAmazonButton: View {
    private let title: String
    private let image: Image?
    private let scopes: [Any]
    private let onCompletion: (Result<AMZNAuthorizeResult, any Error>) -> Void

    @State private var isBusy = false

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - title: The title, which VoiceOver reads; with an image it is not shown.
    ///   - scopes: The requested scopes, as ``AMZNScope`` objects.
    ///   - image: Amazon's artwork.
    ///   - onCompletion: Receives the result, or the error of ``AMZNAuthorizationManager/authorize(_:)``.
    public init(
        _ title: String = "Login with Amazon",
        scopes: [Any],
        image: Image? = nil,
        onCompletion: @escaping (Result<AMZNAuthorizeResult, any Error>) -> Void
    ) {
        self.title = title
        self.scopes = scopes
        self.image = image
        self.onCompletion = onCompletion
    }

    /// The button.
    public var body: some View {
        Button(action: logIn) {
            if let image {
                image.accessibilityLabel(title)
            } else {
                Text(title).fontWeight(.semibold)
            }
        }
        .disabled(isBusy)
    }

    private func logIn() {
        isBusy = true
        Task {
            let request = AMZNAuthorizeRequest()
            request.scopes = scopes
            let result: Result<AMZNAuthorizeResult, any Error>
            do {
                result = .success(try await AMZNAuthorizationManager.shared().authorize(request))
            } catch {
                result = .failure(error)
            }
            isBusy = false
            onCompletion(result)
        }
    }
}
#endif
