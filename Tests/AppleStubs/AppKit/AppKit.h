// https://developer.apple.com/documentation/appkit
#pragma once
#include <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/appkit/nsresponder
NS_SWIFT_MAIN_ACTOR
@interface NSResponder : NSObject <NSCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
// https://developer.apple.com/documentation/appkit/nsview
NS_SWIFT_MAIN_ACTOR
@interface NSView : NSResponder
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
// https://developer.apple.com/documentation/appkit/nswindow
NS_SWIFT_MAIN_ACTOR
@interface NSWindow : NSResponder
@end
// https://developer.apple.com/documentation/appkit/nsviewcontroller
NS_SWIFT_MAIN_ACTOR
@interface NSViewController : NSResponder
- (instancetype)initWithNibName:(nullable NSString *)nibName
                         bundle:(nullable NSBundle *)bundle NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (strong) NSView *view;
@end
// https://developer.apple.com/documentation/appkit/nsapplication
NS_SWIFT_MAIN_ACTOR
@interface NSApplication : NSResponder
@property (class, readonly, strong) __kindof NSApplication *sharedApplication NS_SWIFT_NAME(shared);
@property (nullable, readonly, weak) NSWindow *keyWindow;
@end

// https://developer.apple.com/documentation/appkit/nstextcontenttype (macOS 11; most of them macOS 14)
typedef NSString *NSTextContentType NS_TYPED_ENUM;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeName;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeGivenName;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeFamilyName;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeNickname;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeJobTitle;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeAddressCity;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeAddressState;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypePostalCode;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeCountryName;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeFullStreetAddress;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeTelephoneNumber;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeUsername;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypePassword;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeNewPassword;
FOUNDATION_EXPORT NSTextContentType const NSTextContentTypeOneTimeCode;

#pragma clang assume_nonnull end
