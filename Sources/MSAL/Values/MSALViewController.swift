#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// The view controller over which the server's pages are shown.
public typealias MSALViewController = UIViewController
#elseif canImport(AppKit)
public import AppKit

/// The view controller over which the server's pages are shown.
public typealias MSALViewController = NSViewController
#else
/// A placeholder for the view controller, which the browser does not need.
public typealias MSALViewController = AnyObject
#endif
