#if canImport(AuthenticationServices) && !os(watchOS)
import AuthenticationServices

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
#else
import UIKit
#endif

extension ASPresentationAnchor {
    /// The key window.
    @MainActor
    static var keyWindow: ASPresentationAnchor {
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        NSApplication.shared.keyWindow ?? ASPresentationAnchor()
        #else
        UIApplication.shared.connectedScenes
            .compactMap { ($0 as? UIWindowScene)?.keyWindow }
            .first ?? ASPresentationAnchor()
        #endif
    }
}
#endif
