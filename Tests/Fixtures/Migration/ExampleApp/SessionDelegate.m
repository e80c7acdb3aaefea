#import "SessionDelegate.h"

#define SIGN_OUT(delegate) [AIMobileLib clearAuthorizationState:(delegate)]

@implementation SessionDelegate

- (void)start {
    [AIMobileLib authorizeUserForScopes:
                     self.wantsPostalCode ? @[ @"profile", @"postal_code" ] : @[ @"profile" ]
                               delegate:self
                                options:@{kAIOptionSandboxMode : @"YES"}];
    [AMZNLWAMobileLib getAccessTokenForScopes:@[ @"profile" ]
                           withOverrideParams:@{kAMZNLWAForceRefresh : @"YES"}
                                     delegate:self];
    NSLog(@"[AIMobileLib getProfile:self] in a string is text");
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    if (apiResult.api == kAPIAuthorizeUser) {
        [AIMobileLib getProfile:self];
    } else {
        NSLog(@"%@", [apiResult result]);
    }
}

- (void)requestDidFail:(APIError *)errorResponse {
    if (errorResponse.error.code == kAIErrorUserInterrupted || [[errorResponse error] code] == kAIAccessDenied) return;
    [self show:errorResponse.error.message];
}

@end
