// Expected: main actor-isolated class property 'shared' can not be referenced from a nonisolated context
#if canImport(UIKit)
import UIKit

func application() -> UIApplication { UIApplication.shared }
#else
import AppKit

func application() -> NSApplication { NSApplication.shared }
#endif
