// The names of version 3 that Amazon's pages do not use.

#import <Foundation/Foundation.h>
#import <LoginWithAmazon/LoginWithAmazon.h>

// A scope of the app's own. `scopeData` is optional.
@interface OwnScope : NSObject <AMZNScope>
@end

@implementation OwnScope
- (NSString *)name {
    return @"own:scope";
}
- (NSDictionary *)scopeData {
    return @{@"essential" : @NO};
}
@end

@interface Example : NSObject
@end

@implementation Example

- (void)configure {
    AMZNAuthorizationManager *manager = [AMZNAuthorizationManager sharedManager];
    manager.sandboxMode = YES;
    if (manager.isSandboxMode) {
        manager.region = AMZNRegionAuto;
    } else if (manager.region == AMZNRegionNA || manager.region == AMZNRegionEU) {
        manager.region = AMZNRegionFE;
    }
    [AMZNLWASettings setDisableCreateAccountLink:![AMZNLWASettings isCreateAccountLinkDisabled]];
    NSLog(@"%@", [AMZNLWASDKInfo sdkVersion]);
    // Ours: the queue of the handlers.
    manager.callbackQueue = manager.callbackQueue;
}

- (NSArray *)scopes {
    id<AMZNScope> scope = [AMZNScopeFactory scopeWithName:@"profile" data:@{@"essential" : @YES}];
    AMZNLWAError *error = [[AMZNLWAError alloc] init];
    NSString *json = [AMZNScopeFactory getScopeDataAsJsonString:@[ scope ] withErrorObject:error];
    if (error.code != kAMZNLWANoError) {
        NSLog(@"%@ %@ %@", error.errorName, error.message, error.userInfo);
    }
    NSLog(@"%@ %@ %@", scope.name, scope.scopeData, json);
    id<AMZNScope> other = [AMZNScopeFactory scopeWithName:@"postal_code"];
    return @[ scope, other, [AMZNProfileScope userID], [AMZNProfileScope postalCode], [[OwnScope alloc] init] ];
}

- (void)requestCodeWithChallenge:(NSString *)challenge {
    AMZNAuthorizeRequest *request = [[AMZNAuthorizeRequest alloc] init];
    request.scopes = [self scopes];
    request.grantType = AMZNAuthorizationGrantTypeCode;
    request.codeChallenge = challenge;
    request.codeChallengeMethod = @"S256";
    request.interactiveStrategy = AMZNInteractiveStrategyAlways;
    AMZNAuthorizationRequestHandler handler = ^(AMZNAuthorizeResult *result, BOOL userDidCancel, NSError *error) {
        if (error || userDidCancel) {
            [self report:error];
            return;
        }
        NSLog(@"%@ %@ %@ %@", result.authorizationCode, result.clientId, result.redirectUri, result.token);
    };
    [[AMZNAuthorizationManager sharedManager] authorize:request withHandler:handler];
    request.grantType = AMZNAuthorizationGrantTypeToken;
    request.interactiveStrategy = AMZNInteractiveStrategyAuto;
    AMZNSignOutRequestHandler signedOut = ^(NSError *error) { [self report:error]; };
    [[AMZNAuthorizationManager sharedManager] signOut:signedOut];
}

- (void)signInWithCodeOnOtherDevice {
    AMZNCodePairManager *manager = [AMZNCodePairManager sharedManager];
    manager.region = AMZNRegionEU;
    AMZNCreateCodePairRequest *codeRequest = [[AMZNCreateCodePairRequest alloc] init];
    codeRequest.scopes = @[ [AMZNProfileScope profile] ];
    AMZNCreateCodePairRequestHandler codeHandler = ^(AMZNCreateCodePairResult *result, NSError *error) {
        NSLog(@"Enter %@ at %@", result.userCode, result.verificationUri.absoluteString);
    };
    [manager createCodePair:codeRequest handler:codeHandler];
    AMZNGetTokenRequest *tokenRequest = [[AMZNGetTokenRequest alloc] init];
    tokenRequest.scopes = codeRequest.scopes;
    AMZNGetTokenRequestHandler tokenHandler = ^(AMZNGetTokenResult *result, NSError *error) {
        NSLog(@"%@", result.accessToken);
    };
    [manager getToken:tokenRequest handler:tokenHandler];
}

- (void)showProfile {
    AMZNUserFetchRequestHandler handler = ^(AMZNUser *user, NSError *error) {
        NSLog(@"%@ %@ %@ %@", user.userID, user.name, user.email, user.postalCode);
        NSDictionary *profile = user.profileData;
        NSLog(@"%@ %@", profile[AMZNUserIDKey], profile[AMZNUserNameKey]);
        NSLog(@"%@ %@", profile[AMZNUserEmailKey], profile[AMZNUserPostalCodeKey]);
    };
    [AMZNUser fetch:handler];
}

// The objects of an app's tests.
- (AMZNAuthorizeResult *)resultForUser:(AMZNUser *)user {
    AMZNAuthorizeResult *result = [[AMZNAuthorizeResult alloc] init];
    result.token = @"Atza|example";
    result.authorizationCode = @"example";
    result.clientId = @"amzn1.application-oa2-client.example";
    result.redirectUri = @"amzn-com.example.app://";
    result.user = user;
    return result;
}

- (void)changeResult:(AMZNCreateCodePairResult *)code token:(AMZNGetTokenResult *)token {
    code.userCode = @"AB12CD";
    code.verificationUri = [NSURL URLWithString:@"https://login.example.com/device"];
    token.accessToken = @"Atza|example";
}

- (void)report:(NSError *)error {
    if (![error.domain isEqualToString:kAMZNLWAErrorDomain]) {
        return;
    }
    NSUInteger code = (NSUInteger)error.code;
    if (code == kAMZNLWAApplicationNotAuthorized || code == kAMZNLWAErrorUserInterrupted) {
        NSLog(@"Show the sign-in button.");
    } else if (code == kAMZNLWAServerError || code == kAMZNLWANetworkError || code == kAMZNLWAAccessDenied) {
        NSLog(@"Try again in %@ seconds.", error.userInfo[kAMZNLWAErrorTimeUntilNextRetryAttempt]);
    } else if (code == kAMZNLWADeviceError || code == kAMZNLWAInternalError || code == kAMZNLWAVersionDenied) {
        NSLog(@"%@", error.localizedDescription);
    } else if (code == kAMZNLWAInvalidInput || code == kAMZNLWAUnauthorizedClient) {
        NSLog(@"Fix the app.");
    }
}

@end
