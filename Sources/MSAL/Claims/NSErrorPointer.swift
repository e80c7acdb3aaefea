#if !canImport(ObjectiveC)
public import Foundation

/// Where a call of Objective-C's time leaves an error; Foundation has the name on Apple's platforms alone.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif
