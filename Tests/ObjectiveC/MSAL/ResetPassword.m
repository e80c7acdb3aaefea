// Native authentication: password reset, and the sign-in after it. The delegates implement some of their methods: the
// outcome of another one is reported to their error methods.
#import <MSAL/MSAL.h>

@interface ResetPasswordController : NSObject <
    ResetPasswordStartDelegate, ResetPasswordVerifyCodeDelegate, ResetPasswordResendCodeDelegate,
    ResetPasswordRequiredDelegate, SignInAfterResetPasswordDelegate>
@property (nonatomic, strong) MSALNativeAuthPublicClientApplication *application;
@property (nonatomic, strong) ResetPasswordCodeRequiredState *codeState;
@end

@implementation ResetPasswordController

- (void)start {
    MSALNativeAuthResetPasswordParameters *parameters =
        [[MSALNativeAuthResetPasswordParameters alloc] initWithUsername:@"user@example.com"];
    parameters.username = @"user@example.org";
    parameters.correlationId = [NSUUID UUID];
    [self.application resetPasswordWithParameters:parameters delegate:self];
}

- (void)onResetPasswordStartErrorWithError:(ResetPasswordStartError *)error {
    if (error.isUserNotFound || error.isUserDoesNotHavePassword || error.isInvalidUsername) NSLog(@"Sign up.");
    NSLog(@"%@", error.errorDescription);
}

- (void)onResetPasswordCodeRequiredWithNewState:(ResetPasswordCodeRequiredState *)newState
                                         sentTo:(NSString *)sentTo
                              channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                     codeLength:(NSInteger)codeLength {
    self.codeState = newState;
    NSLog(@"%@", newState.codeDelivery.sentTo);
    [newState submitCodeWithCode:@"12345678" delegate:self];
}

- (void)onResetPasswordVerifyCodeErrorWithError:(VerifyCodeError *)error
                                       newState:(ResetPasswordCodeRequiredState *)newState {
    if (error.isInvalidCode) [self.codeState resendCodeWithDelegate:self];
}

- (void)onPasswordRequiredWithNewState:(ResetPasswordRequiredState *)newState {
    [newState submitPasswordWithPassword:@"correct horse battery staple" delegate:self];
}

- (void)onResetPasswordResendCodeErrorWithError:(ResendCodeError *)error
                                       newState:(ResetPasswordCodeRequiredState *)newState {
    NSLog(@"%@", error.errorDescription);
}

- (void)onResetPasswordResendCodeRequiredWithNewState:(ResetPasswordCodeRequiredState *)newState
                                               sentTo:(NSString *)sentTo
                                    channelTargetType:(MSALNativeAuthChannelType *)channelTargetType
                                           codeLength:(NSInteger)codeLength {
    self.codeState = newState;
}

- (void)onResetPasswordRequiredErrorWithError:(PasswordRequiredError *)error
                                     newState:(ResetPasswordRequiredState *)newState {
    if (error.isInvalidPassword && newState) NSLog(@"Choose another password.");
}

- (void)onResetPasswordCompletedWithNewState:(SignInAfterResetPasswordState *)newState {
    MSALNativeAuthSignInAfterResetPasswordParameters *parameters =
        [[MSALNativeAuthSignInAfterResetPasswordParameters alloc] init];
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = [[MSALClaimsRequest alloc] init];
    [newState signInParameters:parameters delegate:self];
}

- (void)onSignInAfterResetPasswordErrorWithError:(SignInAfterResetPasswordError *)error {
    // Also called if the server requires a second factor, for which this class has no method.
    NSLog(@"%@", error.errorDescription);
}

- (void)onSignInCompletedWithResult:(MSALNativeAuthUserAccountResult *)result {
    NSLog(@"%@ is signed in", result.account.username);
}

@end
