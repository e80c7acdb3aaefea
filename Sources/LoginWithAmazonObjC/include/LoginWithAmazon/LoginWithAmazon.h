// The Objective-C interface of the module, under the name of the vendor's umbrella header: the generated header with
// the classes, enumerations and protocols, and the constants, block types and former names, which Swift cannot
// generate.
#ifndef LOGIN_WITH_AMAZON_H
#define LOGIN_WITH_AMAZON_H

#if __OBJC__

#import <Foundation/Foundation.h>

#if __has_feature(modules)
@import LoginWithAmazon;
#else
#import "LoginWithAmazon-Swift.h"
#endif

NS_ASSUME_NONNULL_BEGIN

// Block types.
typedef void (^AMZNAuthorizationRequestHandler)(
    AMZNAuthorizeResult *_Nullable result, BOOL userDidCancel, NSError *_Nullable error);
typedef void (^AMZNSignOutRequestHandler)(NSError *_Nullable error);
typedef void (^AMZNUserFetchRequestHandler)(AMZNUser *_Nullable user, NSError *_Nullable error);
typedef void (^AMZNCreateCodePairRequestHandler)(
    AMZNCreateCodePairResult *_Nullable result, NSError *_Nullable error);
typedef void (^AMZNGetTokenRequestHandler)(AMZNGetTokenResult *_Nullable result, NSError *_Nullable error);

// The keys of -[AMZNUser profileData].
static NSString *const AMZNUserIDKey = @"user_id";
static NSString *const AMZNUserNameKey = @"name";
static NSString *const AMZNUserEmailKey = @"email";
static NSString *const AMZNUserPostalCodeKey = @"postal_code";

// Errors.
static NSString *const kAMZNLWAErrorDomain = @"AMZNLWAErrorDomain";
static NSString *const kAMZNLWAErrorTimeUntilNextRetryAttempt = @"AMZNLWAErrorTimeUntilNextRetryAttempt";
static const NSUInteger kAMZNLWANoError = 0;
static const NSUInteger kAMZNLWAApplicationNotAuthorized = 1;
static const NSUInteger kAMZNLWAServerError = 2;
static const NSUInteger kAMZNLWAErrorUserInterrupted = 3;
static const NSUInteger kAMZNLWAAccessDenied = 4;
static const NSUInteger kAMZNLWADeviceError = 5;
static const NSUInteger kAMZNLWAInvalidInput = 6;
static const NSUInteger kAMZNLWANetworkError = 7;
static const NSUInteger kAMZNLWAUnauthorizedClient = 8;
static const NSUInteger kAMZNLWAInternalError = 9;
static const NSUInteger kAMZNLWAVersionDenied = 10;

// The keys of the override parameters and of the options of AMZNLWAMobileLib.
static NSString *const kAMZNLWAForceRefresh = @"kAMZNLWAForceRefresh";
static NSString *const kAMZNLWAOptionSandboxMode = @"kAMZNLWAOptionSandboxMode";
static NSString *const kAMZNLWAOptionScopeData = @"kAMZNLWAOptionScopeData";
static NSString *const kAMZNLWAOptionReturnAuthCode = @"kAMZNLWAOptionReturnAuthCode";
static NSString *const kAMZNLWAOptionCodeChallenge = @"kAMZNLWAOptionCodeChallenge";
static NSString *const kAMZNLWAOptionCodeChallengeMethod = @"kAMZNLWAOptionCodeChallengeMethod";

// Names in versions 2 and 3.0.
@compatibility_alias AIMobileLib AMZNLWAMobileLib;
@compatibility_alias AIError AMZNLWAError;
@protocol AIAuthenticationDelegate <AMZNLWAAuthenticationDelegate>
@end
static NSString *const AIErrorDomain = @"AMZNLWAErrorDomain";
static const NSUInteger kAINoError = 0;
static const NSUInteger kAIApplicationNotAuthorized = 1;
static const NSUInteger kAIServerError = 2;
static const NSUInteger kAIErrorUserInterrupted = 3;
static const NSUInteger kAIAccessDenied = 4;
static const NSUInteger kAIDeviceError = 5;
static const NSUInteger kAIInvalidInput = 6;
static const NSUInteger kAINetworkError = 7;
static const NSUInteger kAIUnauthorizedClient = 8;
static const NSUInteger kAIInternalError = 9;
static const NSUInteger kAIVersionDenied = 10;
static NSString *const kForceRefresh = @"kAMZNLWAForceRefresh";
static NSString *const kAIOptionSandboxMode = @"kAMZNLWAOptionSandboxMode";
static NSString *const kAIOptionScopeData = @"kAMZNLWAOptionScopeData";
static NSString *const kAIOptionReturnAuthCode = @"kAMZNLWAOptionReturnAuthCode";
static NSString *const kAIOptionCodeChallenge = @"kAMZNLWAOptionCodeChallenge";
static NSString *const kAIOptionCodeChallengeMethod = @"kAMZNLWAOptionCodeChallengeMethod";

// The name of AMZNLWAMobileLib in Amazon's guides.
@compatibility_alias AMZNMobileLib AMZNLWAMobileLib;

NS_ASSUME_NONNULL_END

#endif // __OBJC__

#endif // LOGIN_WITH_AMAZON_H
