// Sign-in in the browser, tokens, accounts and sign-out.
#import <MSAL/MSAL.h>

#if __has_include(<UIKit/UIKit.h>)
typedef UIViewController Screen;
#else
typedef NSViewController Screen;
#endif

@interface AccountController : NSObject
@property (nonatomic, strong) MSALPublicClientApplication *application;
@property (nonatomic, strong) MSALAccount *account;
@end

@implementation AccountController

- (BOOL)configure:(NSError **)error {
    NSURL *url = [NSURL URLWithString:@"https://login.example.com/default"];
    MSALAuthority *authority = [[MSALCIAMAuthority alloc] initWithURL:url error:error];
    if (!authority) return NO;
    MSALPublicClientApplicationConfig *config =
        [[MSALPublicClientApplicationConfig alloc] initWithClientId:@"example"
                                                        redirectUri:@"msauth.com.example.app://auth"
                                                          authority:authority];
    config.tokenExpirationBuffer = 60;
    config.sliceConfig = [[MSALSliceConfig alloc] initWithSlice:@"testslice" dc:@"DC1"];
    config.cacheConfig.keychainSharingGroup = @"com.example.shared";
    config.clientApplicationCapabilities = @[ @"CP1" ];
    self.application = [[MSALPublicClientApplication alloc] initWithConfiguration:config error:error];
    return self.application != nil;
}

- (void)logMessages {
    MSALLoggerConfig *logger = MSALGlobalConfig.loggerConfig;
    logger.logLevel = MSALLogLevelLast;
    logger.logMaskingLevel = MSALLogMaskingSettingsMaskAllPII;
    MSALLogCallback callback = ^(MSALLogLevel level, NSString *message, BOOL containsPII) {
        if (!containsPII) NSLog(@"%@: %@", [AccountController nameOfLevel:level], message);
    };
    [logger setLogCallback:callback];
}

+ (NSString *)nameOfLevel:(MSALLogLevel)level {
    switch (level) {
        case MSALLogLevelNothing: return @"";
        case MSALLogLevelError: return @"error";
        case MSALLogLevelWarning: return @"warning";
        case MSALLogLevelInfo: return @"info";
        case MSALLogLevelVerbose: return @"verbose";
    }
}

- (void)maskLess:(BOOL)masksSecretsOnly {
    MSALGlobalConfig.loggerConfig.logMaskingLevel =
        masksSecretsOnly ? MSALLogMaskingSettingsMaskSecretsOnly : MSALLogMaskingSettingsMaskEUIIOnly;
}

- (void)signInOver:(Screen *)screen {
    MSALWebviewParameters *webview = [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:screen];
    webview.prefersEphemeralWebBrowserSession = YES;
    webview.webviewType = MSALWebviewTypeAuthenticationSession;
    webview.parentViewController = screen;
    webview.customWebview = nil;
#if __has_include(<UIKit/UIKit.h>)
    webview.presentationStyle = UIModalPresentationPageSheet;
#endif
    MSALInteractiveTokenParameters *parameters =
        [[MSALInteractiveTokenParameters alloc] initWithScopes:@[ @"notes.read" ] webviewParameters:webview];
    parameters.promptType = [self promptForNewUser:self.account == nil];
    parameters.loginHint = @"user@example.com";
    parameters.domainHint = @"example.com";
    parameters.extraScopesToConsent = @[ @"notes.write" ];
    parameters.extraQueryParameters = @{@"theme" : @"dark"};
    parameters.correlationId = [NSUUID UUID];
    [self.application acquireTokenWithParameters:parameters
                                 completionBlock:^(MSALResult *result, NSError *error) {
        if (result) {
            self.account = result.account;
            [self requestWithHeader:result.authorizationHeader];
        } else {
            [self showError:error];
        }
    }];
}

- (MSALPromptType)promptForNewUser:(BOOL)isNew {
    return isNew ? MSALPromptTypeCreate : MSALPromptTypeDefault;
}

+ (NSString *)nameOfPrompt:(MSALPromptType)prompt {
    switch (prompt) {
        case MSALPromptTypeSelectAccount: return @"Choose an account";
        case MSALPromptTypeLogin: return @"Sign in again";
        case MSALPromptTypeConsent: return @"Review the permissions";
        case MSALPromptTypeCreate: return @"Create an account";
        case MSALPromptTypePromptIfNecessary: return @"Sign in";
    }
}

+ (NSString *)nameOfWebview:(MSALWebviewType)type {
    switch (type) {
        case MSALWebviewTypeDefault: return @"default";
#if __has_include(<UIKit/UIKit.h>)
        case MSALWebviewTypeSafariViewController: return @"Safari";
#endif
        case MSALWebviewTypeWKWebView: return @"app";
        default: return @"system";
    }
}

- (void)requestTokenFor:(MSALAccount *)account {
    MSALSilentTokenParameters *parameters =
        [[MSALSilentTokenParameters alloc] initWithScopes:@[ @"notes.read" ] account:account];
    parameters.forceRefresh = NO;
    parameters.claimsRequest = [self claims];
    MSALCompletionBlock completion = ^(MSALResult *result, NSError *error) {
        if ([error.domain isEqualToString:MSALErrorDomain] && error.code == MSALErrorInteractionRequired) {
            NSLog(@"Sign in again.");
        } else if (error) {
            [self showError:error];
        } else {
            NSLog(@"%@ until %@ for %@", result.accessToken, result.expiresOn, result.scopes);
            NSLog(@"%@ %@ %@", result.idToken, result.authenticationScheme, result.correlationId);
            NSLog(@"%@ %@", result.tenantProfile.claims, result.authority.url);
        }
    };
    [self.application acquireTokenSilentWithParameters:parameters completionBlock:completion];
}

- (MSALClaimsRequest *)claims {
    MSALIndividualClaimRequest *claim = [[MSALIndividualClaimRequest alloc] initWithName:@"nickname"];
    claim.name = @"given_name";
    claim.additionalInfo = [[MSALIndividualClaimRequestAdditionalInfo alloc] init];
    claim.additionalInfo.essential = @YES;
    claim.additionalInfo.value = @"a";
    claim.additionalInfo.values = @[ @"a", @"b" ];
    NSError *error = nil;
    MSALClaimsRequest *claims = [[MSALClaimsRequest alloc] initWithJsonString:@"{}" error:&error];
    [claims requestClaim:claim forTarget:MSALClaimsRequestTargetAccessToken error:&error];
    [claims removeClaimRequestWithName:claim.name target:MSALClaimsRequestTargetIdToken error:&error];
    NSArray<MSALIndividualClaimRequest *> *found = [claims claimsRequestsForTarget:MSALClaimsRequestTargetAccessToken];
    NSLog(@"%@ %@", claims.jsonString, found);
    return claims;
}

- (void)showAccounts {
    NSError *error = nil;
    for (MSALAccount *account in [self.application allAccounts:&error]) {
        NSLog(@"%@ %@ %@ %d", account.username, account.environment, account.accountClaims, account.isSSOAccount);
        MSALAccountId *home = account.homeAccountId;
        NSLog(@"%@ %@ %@", home.identifier, home.objectId, home.tenantId);
        for (MSALTenantProfile *profile in account.tenantProfiles) {
            NSLog(@"%@ %@ %@", profile.identifier, profile.environment, profile.tenantId);
            NSLog(@"%d %@", profile.isHomeTenantProfile, profile.claims);
        }
        MSALAccount *same = [self.application accountForIdentifier:account.identifier error:&error];
        same = [self.application accountForUsername:account.username error:&error];
        NSLog(@"%d", [same isEqual:account]);
    }
    MSALParameters *parameters = [[MSALParameters alloc] init];
    parameters.completionBlockQueue = dispatch_get_main_queue();
    MSALCurrentAccountCompletionBlock completion = ^(MSALAccount *account, MSALAccount *previous, NSError *failure) {
        NSLog(@"%@ %@ %@", account, previous, failure);
    };
    [self.application getCurrentAccountWithParameters:parameters completionBlock:completion];
}

- (void)signOutOver:(Screen *)screen {
    MSALWebviewParameters *webview = [[MSALWebviewParameters alloc] initWithAuthPresentationViewController:screen];
    MSALSignoutParameters *parameters = [[MSALSignoutParameters alloc] initWithWebviewParameters:webview];
    parameters.signoutFromBrowser = YES;
    parameters.wipeAccount = NO;
    parameters.wipeCacheForAllAccounts = NO;
    parameters.extraQueryParameters = @{@"theme" : @"dark"};
    MSALSignoutCompletionBlock completion = ^(BOOL success, NSError *error) {
        if (!success) [self showError:error];
    };
    [self.application signoutWithAccount:self.account signoutParameters:parameters completionBlock:completion];
}

- (void)forgetAccount {
    NSError *error = nil;
    if (![self.application removeAccount:self.account error:&error]) [self showError:error];
}

- (BOOL)openURL:(NSURL *)url from:(NSString *)application {
    return [MSALPublicClientApplication handleMSALResponse:url sourceApplication:application];
}

- (void)cancel {
    [MSALPublicClientApplication cancelCurrentWebAuthSession];
}

- (void)requestWithHeader:(NSString *)header {
    NSLog(@"%@", header);
}

+ (NSString *)nameOfCode:(MSALError)code {
    switch (code) {
        case MSALErrorInternal: return @"Unexpected error";
        case MSALErrorWorkplaceJoinRequired: return @"Register the device";
        case MSALErrorInteractionRequired: return @"Sign in again";
        case MSALErrorServerDeclinedScopes: return @"Grant the permissions";
        case MSALErrorServerProtectionPoliciesRequired: return @"Protect the app";
        case MSALErrorUserCanceled: return @"Canceled";
        case MSALErrorServerError: return @"Try again later";
        case MSALErrorInsufficientDeviceStrength: return @"Register the device again";
        case MSALErrorMDMEnrollmentCompletedNeedsRetry: return @"Try again";
        case MSALErrorServerInvalidRequestResetPasswordRequired: return @"Change your password";
    }
}

- (void)showError:(NSError *)error {
    NSLog(@"%@", [AccountController nameOfCode:(MSALError)error.code]);
    NSDictionary *info = error.userInfo;
    NSLog(@"%@ %@ %@", info[MSALErrorDescriptionKey], info[MSALOAuthErrorKey], info[MSALOAuthSubErrorKey]);
    NSLog(@"%@ %@ %@", info[MSALHTTPResponseCodeKey], info[MSALCorrelationIDKey], info[MSALSTSErrorCodesKey]);
}

@end
