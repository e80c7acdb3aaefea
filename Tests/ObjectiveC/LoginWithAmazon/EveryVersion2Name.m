// The names of versions 2 and 3.0 that Amazon's page does not use, with the headers of version 2.

#import <Foundation/Foundation.h>

#import "AIAuthenticationDelegate.h"
#import "AIError.h"
#import "AIMobileLib.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@interface Version2Example : NSObject <AIAuthenticationDelegate>
@end

@implementation Version2Example

- (void)requestCodeWithChallenge:(NSString *)challenge {
    NSDictionary *options = @{
        kAIOptionSandboxMode : @"YES",
        kAIOptionReturnAuthCode : @YES,
        kAIOptionScopeData : @"{\"profile\":{\"essential\":true}}",
        kAIOptionCodeChallenge : challenge,
        kAIOptionCodeChallengeMethod : @"S256",
    };
    [AIMobileLib authorizeUserForScopes:@[ @"profile" ] delegate:self options:options];
}

- (void)refresh {
    [AIMobileLib getAccessTokenForScopes:@[ @"profile" ] withOverrideParams:@{kForceRefresh : @"YES"} delegate:self];
    [AIMobileLib getProfile:self withOptions:@{}];
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    switch (apiResult.api) {
        case kAPIAuthorizeUser:
        case kAPIGetAuthorizationCode:
            NSLog(@"%@ %@ %@", apiResult.result, [AIMobileLib getClientId], [AIMobileLib getRedirectUri]);
            break;
        case kAPIGetAccessToken:
        case kAPIGetProfile:
            NSLog(@"%@", apiResult.result);
            break;
        case kAPIClearAuthorizationState:
        case kAPIGetCodePair:
        case kAPIGetTokenForCodePair:
            break;
    }
}

- (void)requestDidFail:(APIError *)errorResponse {
    AIError *error = errorResponse.error;
    if (error.code == kAINoError || error.code == kAIErrorUserInterrupted || error.code == kAIAccessDenied) {
        return;
    }
    if (error.code == kAIServerError || error.code == kAINetworkError || error.code == kAIApplicationNotAuthorized) {
        [self refresh];
    } else if (error.code == kAIDeviceError || error.code == kAIInternalError || error.code == kAIVersionDenied) {
        [AIMobileLib clearAuthorizationState:self];
    } else if (error.code == kAIInvalidInput || error.code == kAIUnauthorizedClient) {
        NSLog(@"%@: %@", AIErrorDomain, error.message);
    }
}

@end

// The names of 3.1 for the same, and the objects that an app makes in its tests.
@interface Version31Example : NSObject <AMZNLWAAuthenticationDelegate>
@end

@implementation Version31Example

- (void)requestDidSucceed:(APIResult *)apiResult {
}

- (void)requestDidFail:(APIError *)errorResponse {
}

- (void)test {
    AMZNLWAError *error = [[AMZNLWAError alloc] init];
    error.code = kAMZNLWAServerError;
    error.errorName = @"ServerError";
    error.message = @"The server did not respond.";
    error.userInfo = @{kAMZNLWAErrorTimeUntilNextRetryAttempt : @30};
    APIResult *result = [[APIResult alloc] initResultForAPI:kAPIGetProfile andResult:nil];
    result.api = kAPIGetProfile;
    result.result = @{AMZNUserNameKey : @"Mary"};
    [self requestDidSucceed:result];
    APIError *response = [[APIError alloc] initErrorForAPI:kAPIGetProfile andError:nil];
    response.api = kAPIGetProfile;
    response.error = error;
    [self requestDidFail:response];
}

- (BOOL)openURL:(NSURL *)url {
    NSDictionary *options = @{
        kAMZNLWAOptionSandboxMode : @"YES",
        kAMZNLWAOptionReturnAuthCode : @YES,
        kAMZNLWAOptionScopeData : @"{}",
        kAMZNLWAOptionCodeChallenge : @"challenge",
        kAMZNLWAOptionCodeChallengeMethod : @"plain",
    };
    [AMZNLWAMobileLib authorizeUserForScopes:@[ @"profile" ] delegate:self options:options];
    [AMZNLWAMobileLib getAccessTokenForScopes:@[ @"profile" ]
                           withOverrideParams:@{kAMZNLWAForceRefresh : @"YES"}
                                     delegate:self];
    return [AMZNMobileLib handleOpenURL:url sourceApplication:nil];
}

@end
