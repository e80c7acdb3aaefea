// https://developer.apple.com/documentation/localauthentication
#pragma once
#include <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/localauthentication/lapolicy
typedef NS_ENUM(NSInteger, LAPolicy) {
    LAPolicyDeviceOwnerAuthenticationWithBiometrics = 1,
    LAPolicyDeviceOwnerAuthentication = 2,
};
// https://developer.apple.com/documentation/localauthentication/labiometrytype
typedef NS_ENUM(NSInteger, LABiometryType) {
    LABiometryTypeNone,
    LABiometryTypeTouchID,
    LABiometryTypeFaceID,
    LABiometryTypeOpticID,
};
// https://developer.apple.com/documentation/localauthentication/laerror
FOUNDATION_EXPORT NSErrorDomain const LAErrorDomain;
typedef NS_ERROR_ENUM(LAErrorDomain, LAError) {
    LAErrorAuthenticationFailed = -1,
    LAErrorUserCancel = -2,
    LAErrorUserFallback = -3,
    LAErrorSystemCancel = -4,
    LAErrorPasscodeNotSet = -5,
    LAErrorBiometryNotAvailable = -6,
    LAErrorBiometryNotEnrolled = -7,
    LAErrorBiometryLockout = -8,
    LAErrorAppCancel = -9,
    LAErrorInvalidContext = -10,
    LAErrorNotInteractive = -1004,
};
// https://developer.apple.com/documentation/localauthentication/lacontext
@interface LAContext : NSObject
- (BOOL)canEvaluatePolicy:(LAPolicy)policy error:(NSError *__autoreleasing *)error;
- (void)evaluatePolicy:(LAPolicy)policy
       localizedReason:(NSString *)localizedReason
                 reply:(void (NS_SWIFT_SENDABLE ^)(BOOL success, NSError *_Nullable error))reply;
- (void)invalidate;
@property (nonatomic, nullable, copy) NSString *localizedFallbackTitle;
@property (nonatomic, nullable, copy) NSString *localizedCancelTitle;
@property (nonatomic, readonly) LABiometryType biometryType;
@end

#pragma clang assume_nonnull end
