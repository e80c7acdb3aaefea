// Calls and delegate methods of MSAL 1.3 to 2.4, which later versions replaced.
#import <MSAL/MSAL.h>
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@interface FormerController : NSObject <
    SignUpStartDelegate, SignUpVerifyCodeDelegate, SignInStartDelegate, SignInAfterSignUpDelegate,
    SignInAfterResetPasswordDelegate, ResetPasswordStartDelegate, CredentialsDelegate, MFARequestChallengeDelegate,
    MFAGetAuthMethodsDelegate>
@property (nonatomic, strong) MSALNativeAuthPublicClientApplication *application;
@end

@implementation FormerController

- (void)configure {
    NSError *error = nil;
    self.application =
        [[MSALNativeAuthPublicClientApplication alloc] initWithClientId:@"example"
                                                        tenantSubdomain:@"contoso"
                                                         challengeTypes:MSALNativeAuthChallengeTypeOOB
                                                            redirectUri:nil
                                                                  error:&error];
    MSALSliceConfig *slice = [MSALSliceConfig configWithSlice:@"testslice" dc:@"DC1"];
    slice.slice = @"other";
    slice.dc = nil;
    NSURL *url = [NSURL URLWithString:@"https://login.example.com/default"];
    MSALAuthority *authority = [MSALAuthority authorityWithURL:url error:&error];
    if (!authority) return;
    MSALPublicClientApplicationConfig *config =
        [[MSALPublicClientApplicationConfig alloc] initWithClientId:@"example"
                                                        redirectUri:nil
                                                          authority:authority
                                           nestedAuthBrokerClientId:nil
                                        nestedAuthBrokerRedirectUri:nil];
    config.clientId = @"example";
    config.redirectUri = @"msauth.com.example.app://auth";
    config.authority = authority;
    config.knownAuthorities = @[ authority ];
    config.extendedLifetimeEnabled = NO;
    config.multipleCloudsSupported = NO;
    config.bypassRedirectURIValidation = NO;
    config.nestedAuthBrokerClientId = nil;
    config.nestedAuthBrokerRedirectUri = nil;
    self.application =
        [[MSALNativeAuthPublicClientApplication alloc] initWithConfiguration:config
                                                              challengeTypes:MSALNativeAuthChallengeTypeOOB
                                                                       error:&error];
    NSLog(@"%@ %@ %@", self.application.clientId, self.application.authority, self.application.redirectUri);
}

- (void)start {
    NSUUID *correlationId = [NSUUID UUID];
    [self.application signUpWithUsername:@"user@example.com"
                                password:nil
                              attributes:nil
                           correlationId:correlationId
                                delegate:self];
    [self.application signInUsername:@"user@example.com"
                            password:nil
                              scopes:nil
                       correlationId:correlationId
                            delegate:self];
    [self.application resetPasswordWithUsername:@"user@example.com" correlationId:correlationId delegate:self];
}

- (void)requestTokensFor:(MSALNativeAuthUserAccountResult *)account {
    [account getAccessTokenWithForceRefresh:YES correlationId:nil delegate:self];
    [account getAccessTokenWithScopes:@[ @"notes.read" ] forceRefresh:NO correlationId:nil delegate:self];
}

- (void)signInAfterSignUp:(SignInAfterSignUpState *)signUp orReset:(SignInAfterResetPasswordState *)reset {
    [signUp signInScopes:nil delegate:self];
    [reset signInScopes:@[ @"notes.read" ] delegate:self];
}

#pragma mark - Methods with former signatures

// MSAL 1.3.
- (void)onAccessTokenRetrieveCompletedWithAccessToken:(NSString *)accessToken {
    NSLog(@"%@", accessToken);
}

// MSAL 1.6 to 2.4.
- (void)onSignInAwaitingMFAWithNewState:(AwaitingMFAState *)newState {
    NSLog(@"%@", newState.authMethods);
    [newState requestChallengeWithDelegate:self];
}

- (void)onMFARequestChallengeVerificationRequiredWithNewState:(MFARequiredState *)newState
                                                       sentTo:(NSString *)sentTo
                                            channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                                   codeLength:(NSInteger)codeLength {
    if (channelTargetType.isPhoneType && !channelTargetType.isPasswordType) NSLog(@"%@", sentTo);
    NSLog(@"%@", newState.codeDelivery.sentTo);
    [newState getAuthMethodsWithDelegate:self];
    [newState requestChallengeWithAuthMethod:nil delegate:self];
}

- (void)onMFAGetAuthMethodsSelectionRequiredWithAuthMethods:(NSArray<MSALAuthMethod *> *)authMethods
                                                   newState:(MFARequiredState *)newState {
    NSLog(@"%@ %@", authMethods, newState);
}

- (void)onMFAGetAuthMethodsErrorWithError:(MFAGetAuthMethodsError *)error newState:(MFARequiredState *)newState {
    NSLog(@"%@", error.errorDescription);
}

// The vendor's tutorial.
- (void)onSignUpAttributesRequiredWithNewState:(SignUpAttributesRequiredState *)newState {
    NSLog(@"%@", newState.attributes);
}

#pragma mark - Required methods

- (void)onSignUpStartErrorWithError:(SignUpStartError *)error {
    NSLog(@"%@", error.errorDescription);
}

- (void)onSignUpVerifyCodeErrorWithError:(VerifyCodeError *)error newState:(SignUpCodeRequiredState *)newState {
    NSLog(@"%@", error.errorDescription);
}

- (void)onSignInStartErrorWithError:(SignInStartError *)error {
    NSLog(@"%@", error.errorDescription);
}

- (void)onSignInAfterSignUpErrorWithError:(SignInAfterSignUpError *)error {
    NSLog(@"%@", error.errorDescription);
}

- (void)onSignInAfterResetPasswordErrorWithError:(SignInAfterResetPasswordError *)error {
    NSLog(@"%@", error.errorDescription);
}

- (void)onResetPasswordStartErrorWithError:(ResetPasswordStartError *)error {
    NSLog(@"%@", error.errorDescription);
}

- (void)onMFARequestChallengeErrorWithError:(MFARequestChallengeError *)error newState:(MFARequiredState *)newState {
    NSLog(@"%@", error.errorDescription);
}

- (void)onAccessTokenRetrieveErrorWithError:(RetrieveAccessTokenError *)error {
    NSLog(@"%@", error.errorDescription);
}

@end
