#if !canImport(ObjectiveC)
public import Foundation

/// A pointer that receives an error, as in Objective-C.
///
/// Foundation declares it on Apple platforms only.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
#endif
