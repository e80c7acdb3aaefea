// Native authentication: sign-in with a code or a password, a second factor and its registration, access tokens.
#import <MSAL/MSAL.h>

@interface SignInController : NSObject <
    SignInStartDelegate, SignInPasswordRequiredDelegate, SignInVerifyCodeDelegate, SignInResendCodeDelegate,
    MFARequestChallengeDelegate, MFASubmitChallengeDelegate, RegisterStrongAuthChallengeDelegate,
    RegisterStrongAuthSubmitChallengeDelegate, CredentialsDelegate>
@property (nonatomic, strong) MSALNativeAuthPublicClientApplication *application;
@property (nonatomic, strong) SignInCodeRequiredState *codeState;
@property (nonatomic, strong) MFARequiredState *factorState;
@property (nonatomic, strong) RegisterStrongAuthVerificationRequiredState *registrationState;
@end

@implementation SignInController

- (BOOL)configure:(NSError **)error {
    MSALNativeAuthPublicClientApplicationConfig *config =
        [[MSALNativeAuthPublicClientApplicationConfig alloc] initWithClientId:@"example"
                                                              tenantSubdomain:@"contoso"
                                                               challengeTypes:MSALNativeAuthChallengeTypeOOB
                                                                        error:error];
    if (!config) return NO;
    config.capabilities = MSALNativeAuthCapabilityMFARequired | MSALNativeAuthCapabilityRegistrationRequired;
    self.application = [[MSALNativeAuthPublicClientApplication alloc] initWithNativeAuthConfiguration:config
                                                                                                error:error];
    return self.application != nil;
}

- (void)start {
    MSALNativeAuthUserAccountResult *stored = [self.application getNativeAuthUserAccountWithCorrelationId:nil];
    if (stored) return [self requestTokenFor:stored];
    MSALNativeAuthSignInParameters *parameters =
        [[MSALNativeAuthSignInParameters alloc] initWithUsername:@"user@example.com"];
    parameters.username = @"user@example.org";
    parameters.password = @"correct horse battery staple";
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = [[MSALClaimsRequest alloc] init];
    parameters.correlationId = [NSUUID UUID];
    [self.application signInParameters:parameters delegate:self];
}

- (void)showError:(MSALNativeAuthError *)error {
    NSLog(@"%@", error.errorDescription);
}

#pragma mark - SignInStartDelegate

- (void)onSignInStartErrorWithError:(SignInStartError *)error {
    if (error.isUserNotFound || error.isInvalidCredentials || error.isInvalidUsername) NSLog(@"Try again.");
    [self showError:error];
}

- (void)onSignInCodeRequiredWithNewState:(SignInCodeRequiredState *)newState
                                  sentTo:(NSString *)sentTo
                       channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                              codeLength:(NSInteger)codeLength {
    self.codeState = newState;
    if (channelTargetType.isEmailType) NSLog(@"Read your mail at %@.", sentTo);
    [newState submitCodeWithCode:@"12345678" delegate:self];
}

- (void)onSignInPasswordRequiredWithNewState:(SignInPasswordRequiredState *)newState {
    [newState submitPasswordWithPassword:@"correct horse battery staple" delegate:self];
}

- (void)onSignInAwaitingMFAWithAuthMethods:(NSArray<MSALAuthMethod *> *)authMethods
                                  newState:(AwaitingMFAState *)newState {
    MSALAuthMethod *method = authMethods.firstObject;
    if (!method) return;
    NSLog(@"%@ %@ %@ %@", method.id, method.challengeType, method.channelTargetType.value, method.loginHint);
    [newState requestChallengeWithAuthMethod:method delegate:self];
}

- (void)onSignInStrongAuthMethodRegistrationWithAuthMethods:(NSArray<MSALAuthMethod *> *)authMethods
                                                   newState:(RegisterStrongAuthState *)newState {
    MSALAuthMethod *method = authMethods.firstObject;
    if (!method) return;
    MSALNativeAuthChallengeAuthMethodParameters *parameters =
        [[MSALNativeAuthChallengeAuthMethodParameters alloc] initWithAuthMethod:method
                                                            verificationContact:@"+4740000000"];
    NSLog(@"%@ %@", parameters.authMethod, parameters.verificationContact);
    [newState challengeAuthMethodWithParameters:parameters delegate:self];
}

- (void)onSignInCompletedWithResult:(MSALNativeAuthUserAccountResult *)result {
    [self requestTokenFor:result];
}

#pragma mark - SignInPasswordRequiredDelegate and SignInVerifyCodeDelegate

- (void)onSignInPasswordRequiredErrorWithError:(PasswordRequiredError *)error
                                      newState:(SignInPasswordRequiredState *)newState {
    if (error.isInvalidPassword && newState) NSLog(@"Try again.");
}

- (void)onSignInVerifyCodeErrorWithError:(VerifyCodeError *)error newState:(SignInCodeRequiredState *)newState {
    if (error.isInvalidCode && newState) [newState resendCodeWithDelegate:self];
}

#pragma mark - SignInResendCodeDelegate

- (void)onSignInResendCodeErrorWithError:(ResendCodeError *)error newState:(SignInCodeRequiredState *)newState {
    [self showError:error];
}

- (void)onSignInResendCodeCodeRequiredWithNewState:(SignInCodeRequiredState *)newState
                                            sentTo:(NSString *)sentTo
                                 channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                        codeLength:(NSInteger)codeLength {
    self.codeState = newState;
    MSALNativeAuthCodeDelivery *delivery = newState.codeDelivery;
    NSLog(@"%@ %@ %ld", delivery.sentTo, delivery.channelTargetType, (long)delivery.codeLength);
}

#pragma mark - MFARequestChallengeDelegate and MFASubmitChallengeDelegate

- (void)onMFARequestChallengeErrorWithError:(MFARequestChallengeError *)error newState:(MFARequiredState *)newState {
    if (error.isAuthMethodBlocked) NSLog(@"Choose one of %@", newState.authMethods);
}

- (void)onMFARequestChallengeVerificationRequiredWithNewState:(MFARequiredState *)newState
                                                       sentTo:(NSString *)sentTo
                                            channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                                   codeLength:(NSInteger)codeLength {
    self.factorState = newState;
    if (channelTargetType.isSMSType) NSLog(@"Read your messages at %@.", sentTo);
    [newState submitChallengeWithChallenge:@"12345678" delegate:self];
}

- (void)onMFARequestChallengeSelectionRequiredWithAuthMethods:(NSArray<MSALAuthMethod *> *)authMethods
                                                     newState:(MFARequiredState *)newState {
    [newState requestChallengeWithAuthMethod:authMethods.firstObject delegate:self];
}

- (void)onMFASubmitChallengeErrorWithError:(MFASubmitChallengeError *)error newState:(MFARequiredState *)newState {
    if (error.isInvalidChallenge && newState) self.factorState = newState;
}

#pragma mark - RegisterStrongAuthChallengeDelegate and RegisterStrongAuthSubmitChallengeDelegate

- (void)onRegisterStrongAuthChallengeErrorWithError:(RegisterStrongAuthChallengeError *)error
                                           newState:(RegisterStrongAuthState *)newState {
    if (error.isInvalidInput || error.isVerificationContactBlocked) NSLog(@"Use another: %@", newState.authMethods);
}

- (void)onRegisterStrongAuthVerificationRequiredWithResult:
    (MSALNativeAuthRegisterStrongAuthVerificationRequiredResult *)result {
    self.registrationState = result.newState;
    NSLog(@"%@ %@ %ld", result.sentTo, result.channelTargetType.value, (long)result.codeLength);
    [self.registrationState submitChallengeWithChallenge:@"12345678" delegate:self];
}

- (void)onRegisterStrongAuthSubmitChallengeErrorWithError:(RegisterStrongAuthSubmitChallengeError *)error
                                                 newState:(RegisterStrongAuthVerificationRequiredState *)newState {
    MSALAuthMethod *other = newState.authMethods.firstObject;
    if (!error.isInvalidChallenge || !other) return;
    MSALNativeAuthChallengeAuthMethodParameters *parameters =
        [[MSALNativeAuthChallengeAuthMethodParameters alloc] initWithAuthMethod:other
                                                            verificationContact:@"user@example.com"];
    [newState challengeAuthMethodWithParameters:parameters delegate:self];
}

#pragma mark - CredentialsDelegate

- (void)requestTokenFor:(MSALNativeAuthUserAccountResult *)result {
    MSALNativeAuthGetAccessTokenParameters *parameters = [[MSALNativeAuthGetAccessTokenParameters alloc] init];
    parameters.forceRefresh = NO;
    parameters.returnRefreshToken = NO;
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = nil;
    parameters.correlationId = nil;
    [result getAccessTokenWithParameters:parameters delegate:self];
    NSLog(@"%@ %@", result.account.identifier, result.idToken);
}

- (void)onAccessTokenRetrieveErrorWithError:(RetrieveAccessTokenError *)error {
    if (error.isRefreshTokenExpired || error.isMFARequired || error.isInvalidScope) [self start];
}

- (void)onAccessTokenRetrieveCompletedWithResult:(MSALNativeAuthTokenResult *)result {
    NSLog(@"%@ %@ %@ %@", result.accessToken, result.refreshToken, result.scopes, result.expiresOn);
}

- (void)signOut {
    [[self.application getNativeAuthUserAccountWithCorrelationId:[NSUUID UUID]] signOut];
}

@end
