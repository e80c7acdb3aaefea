// https://developer.apple.com/documentation/foundation/notificationcenter
#pragma once

#pragma clang assume_nonnull begin

typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM;
NS_SWIFT_NAME(NotificationCenter) NS_SWIFT_SENDABLE
@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter NS_SWIFT_NAME(default);
@end

#pragma clang assume_nonnull end
