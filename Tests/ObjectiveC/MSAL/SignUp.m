// Native authentication: sign-up, and the sign-in after it.
#import <MSAL/MSAL.h>

/// Adds a header field to the requests of native flows.
@interface FirewallInterceptor : NSObject <MSALNativeAuthRequestInterceptor>
@end

@implementation FirewallInterceptor
- (void)addAdditionalHeaderFields:(NSURL *)requestUrl
                  completionBlock:(MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock)completionBlock {
    completionBlock(@{@"x-firewall-token" : requestUrl.absoluteString});
}
@end

@interface SignUpController : NSObject <
    SignUpStartDelegate, SignUpVerifyCodeDelegate, SignUpResendCodeDelegate, SignUpPasswordRequiredDelegate,
    SignUpAttributesRequiredDelegate, SignInAfterSignUpDelegate>
@property (nonatomic, strong) MSALNativeAuthPublicClientApplication *application;
@property (nonatomic, strong) SignUpCodeRequiredState *codeState;
@end

@implementation SignUpController

- (BOOL)configure:(NSError **)error {
    NSURL *url = [NSURL URLWithString:@"https://login.example.com/default"];
    MSALCIAMAuthority *authority = [[MSALCIAMAuthority alloc] initWithURL:url validateFormat:NO error:error];
    if (!authority) return NO;
    MSALNativeAuthChallengeTypes types = MSALNativeAuthChallengeTypeOOB | MSALNativeAuthChallengeTypePassword;
    MSALNativeAuthPublicClientApplicationConfig *config =
        [[MSALNativeAuthPublicClientApplicationConfig alloc] initWithClientId:@"example"
                                                                    authority:authority
                                                               challengeTypes:types];
    config.capabilities = MSALNativeAuthCapabilityMFARequired | MSALNativeAuthCapabilityRegistrationRequired;
    config.requestInterceptor = [[FirewallInterceptor alloc] init];
    NSLog(@"%ld %@", (long)config.challengeTypes, config.requestInterceptor);
    self.application = [[MSALNativeAuthPublicClientApplication alloc] initWithNativeAuthConfiguration:config
                                                                                                error:error];
    return self.application != nil;
}

- (void)signUp {
    MSALNativeAuthSignUpParameters *parameters =
        [[MSALNativeAuthSignUpParameters alloc] initWithUsername:@"user@example.com"];
    parameters.username = @"user@example.org";
    parameters.password = @"correct horse battery staple";
    parameters.attributes = @{@"country" : @"Norway"};
    parameters.correlationId = [NSUUID UUID];
    [self.application signUpWithParameters:parameters delegate:self];
}

- (void)submitCode:(NSString *)code {
    [self.codeState submitCodeWithCode:code delegate:self];
}

- (void)resendCode {
    [self.codeState resendCodeWithDelegate:self];
}

- (void)showError:(MSALNativeAuthError *)error {
    if (error.isBrowserRequired) NSLog(@"Continue in the browser: %@", error.redirectReason);
    NSLog(@"%@ %@ %@ %@", error.errorDescription, error.correlationId, error.errorCodes, error.errorUri);
}

#pragma mark - SignUpStartDelegate

- (void)onSignUpStartErrorWithError:(SignUpStartError *)error {
    if (error.isUserAlreadyExists) NSLog(@"Sign in instead.");
    if (error.isInvalidUsername || error.isInvalidPassword) NSLog(@"Check your input.");
    [self showError:error];
}

- (void)onSignUpCodeRequiredWithNewState:(SignUpCodeRequiredState *)newState
                                  sentTo:(NSString *)sentTo
                       channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                              codeLength:(NSInteger)codeLength {
    self.codeState = newState;
    NSLog(@"%ld digits were sent to %@ (%@)", (long)codeLength, sentTo, channelTargetType.value);
    NSLog(@"Another code can be sent from %@", newState.codeDelivery.resendDate);
}

- (void)onSignUpAttributesInvalidWithAttributeNames:(NSArray<NSString *> *)attributeNames {
    NSLog(@"Invalid: %@", attributeNames);
}

#pragma mark - SignUpVerifyCodeDelegate

- (void)onSignUpVerifyCodeErrorWithError:(VerifyCodeError *)error newState:(SignUpCodeRequiredState *)newState {
    if (error.isInvalidCode && newState) self.codeState = newState;
    [self showError:error];
}

- (void)onSignUpPasswordRequiredWithNewState:(SignUpPasswordRequiredState *)newState {
    [newState submitPasswordWithPassword:@"correct horse battery staple" delegate:self];
}

- (void)onSignUpAttributesRequiredWithAttributes:(NSArray<MSALNativeAuthRequiredAttribute *> *)attributes
                                        newState:(SignUpAttributesRequiredState *)newState {
    for (MSALNativeAuthRequiredAttribute *attribute in attributes) {
        NSLog(@"%@ %@ %d %@", attribute.name, attribute.type, attribute.required, attribute.regex);
        NSLog(@"%@ %@", attribute.label, attribute.choices);
    }
    [newState submitAttributesWithAttributes:@{@"country" : @"Norway"} delegate:self];
}

#pragma mark - SignUpResendCodeDelegate

- (void)onSignUpResendCodeErrorWithError:(ResendCodeError *)error newState:(SignUpCodeRequiredState *)newState {
    [self showError:error];
}

- (void)onSignUpResendCodeCodeRequiredWithNewState:(SignUpCodeRequiredState *)newState
                                            sentTo:(NSString *)sentTo
                                 channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                        codeLength:(NSInteger)codeLength {
    self.codeState = newState;
}

#pragma mark - SignUpPasswordRequiredDelegate

- (void)onSignUpPasswordRequiredErrorWithError:(PasswordRequiredError *)error
                                      newState:(SignUpPasswordRequiredState *)newState {
    if (error.isInvalidPassword) NSLog(@"Choose another password.");
}

#pragma mark - SignUpAttributesRequiredDelegate

- (void)onSignUpAttributesRequiredErrorWithError:(AttributesRequiredError *)error {
    [self showError:error];
}

- (void)onSignUpAttributesInvalidWithAttributeNames:(NSArray<NSString *> *)attributeNames
                                           newState:(SignUpAttributesRequiredState *)newState {
    NSLog(@"Invalid: %@ of %@", attributeNames, newState.attributes);
}

- (void)onSignUpCompletedWithNewState:(SignInAfterSignUpState *)newState {
    MSALNativeAuthSignInAfterSignUpParameters *parameters = [[MSALNativeAuthSignInAfterSignUpParameters alloc] init];
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = [[MSALClaimsRequest alloc] init];
    [newState signInParameters:parameters delegate:self];
}

#pragma mark - SignInAfterSignUpDelegate

- (void)onSignInAfterSignUpErrorWithError:(SignInAfterSignUpError *)error {
    if (error.isGeneralError) [self showError:error];
}

- (void)onSignInCompletedWithResult:(MSALNativeAuthUserAccountResult *)result {
    NSLog(@"%@ is signed in", result.account.username);
}

@end
