// https://developer.apple.com/documentation/webkit
#pragma once
#if APPLE_MACOS
#include <AppKit.h>
#else
#include <UIKit.h>
#endif

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/webkit/wkwebview
NS_SWIFT_MAIN_ACTOR
#if APPLE_MACOS
@interface WKWebView : NSView
#else
@interface WKWebView : UIView
#endif
@end

#pragma clang assume_nonnull end
