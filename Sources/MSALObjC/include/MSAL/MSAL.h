// The Objective-C interface of the module, under the name of the vendor's umbrella header: the generated header with
// the classes, enumerations and protocols, and the block types, options and constants, which Swift cannot generate.
#pragma once

#if __OBJC__
#import <Foundation/Foundation.h>
#if __has_include(<UIKit/UIKit.h>)
#import <UIKit/UIKit.h>
#elif __has_include(<AppKit/AppKit.h>)
#import <AppKit/AppKit.h>
#endif
#if __has_include(<WebKit/WebKit.h>)
#import <WebKit/WebKit.h>
#endif

#if __has_feature(modules)
@import MSAL;
#else
#import "MSAL-Swift.h"
#endif

#pragma clang assume_nonnull begin

/// A block that is called once with a result, or with an error of the domain `MSALErrorDomain`.
typedef void (^MSALCompletionBlock)(MSALResult *_Nullable result, NSError *_Nullable error);

/// A block that is called once with the current account, the previous account, or an error of the domain
/// `MSALErrorDomain`.
typedef void (^MSALCurrentAccountCompletionBlock)(
    MSALAccount *_Nullable account, MSALAccount *_Nullable previousAccount, NSError *_Nullable error);

/// A block that is called once with whether the user is signed out, or with an error of the domain `MSALErrorDomain`.
typedef void (^MSALSignoutCompletionBlock)(BOOL success, NSError *_Nullable error);

/// A block that is called with each log message, on any thread.
typedef void (^MSALLogCallback)(MSALLogLevel level, NSString *_Nullable message, BOOL containsPII);

/// A block that is called once with additional header fields, or with `nil`.
typedef void (^MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock)(
    NSDictionary<NSString *, NSString *> *_Nullable headers);

/// The challenge types that an app supports.
typedef NS_OPTIONS(NSInteger, MSALNativeAuthChallengeTypes) {
    /// A one-time code, sent by email.
    MSALNativeAuthChallengeTypeOOB = 1 << 0,
    /// A password.
    MSALNativeAuthChallengeTypePassword = 1 << 1,
};

/// The further capabilities of an app.
typedef NS_OPTIONS(NSInteger, MSALNativeAuthCapabilities) {
    /// The app supports a second factor.
    MSALNativeAuthCapabilityMFARequired = 1 << 0,
    /// The app supports the registration of a second factor.
    MSALNativeAuthCapabilityRegistrationRequired = 1 << 1,
};

/// The last log level.
static const MSALLogLevel MSALLogLevelLast = MSALLogLevelVerbose;
/// The default prompt.
static const MSALPromptType MSALPromptTypeDefault = MSALPromptTypePromptIfNecessary;

/// The domain of every `NSError` of this module.
static NSString *const MSALErrorDomain = @"MSALErrorDomain";
/// The `userInfo` key for the description, for developers.
static NSString *const MSALErrorDescriptionKey = @"MSALErrorDescriptionKey";
/// The `userInfo` key for the server's error code.
static NSString *const MSALOAuthErrorKey = @"MSALOAuthErrorKey";
/// The `userInfo` key for the server's suberror code.
static NSString *const MSALOAuthSubErrorKey = @"MSALOAuthSubErrorKey";
/// The `userInfo` key for the HTTP status code.
static NSString *const MSALHTTPResponseCodeKey = @"MSALHTTPResponseCodeKey";
/// The `userInfo` key for the correlation ID.
static NSString *const MSALCorrelationIDKey = @"MSALCorrelationIDKey";
/// The `userInfo` key for the server's error numbers.
static NSString *const MSALSTSErrorCodesKey = @"MSALSTSErrorCodesKey";

#pragma clang assume_nonnull end
#endif
