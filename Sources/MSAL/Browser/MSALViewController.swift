#if canImport(UIKit)
public import UIKit

/// What the server's pages are shown over.
public typealias MSALViewController = UIViewController
#elseif canImport(AppKit)
public import AppKit

/// What the server's pages are shown over.
public typealias MSALViewController = NSViewController
#else
/// The view that the server's pages are shown over; a browser needs none.
public typealias MSALViewController = AnyObject
#endif
