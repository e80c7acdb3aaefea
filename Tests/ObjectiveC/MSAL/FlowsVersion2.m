// Native authentication, version 2: one delegate for every flow, with a protocol for each state that the app supports.
#import <MSAL/MSAL.h>

@interface FlowController : NSObject <
    MSALNativeAuthCodeRequiredDelegate, MSALNativeAuthPasswordRequiredDelegate,
    MSALNativeAuthNewPasswordRequiredDelegate, MSALNativeAuthAttributesRequiredDelegate,
    MSALNativeAuthAuthMethodSelectionRequiredDelegate, MSALNativeAuthMFAVerificationRequiredDelegate,
    MSALNativeAuthStrongAuthRegistrationRequiredDelegate, MSALNativeAuthStrongAuthVerificationRequiredDelegate,
    MSALNativeAuthSignInAfterSignUpRequiredDelegate, MSALNativeAuthSignInAfterResetPasswordRequiredDelegate>
@property (nonatomic, strong) MSALNativeAuthPublicClientApplication *application;
@property (nonatomic, strong) MSALNativeAuthState *state;
@property (nonatomic, copy) NSString *input;
@end

@implementation FlowController

- (void)signUp {
    MSALNativeAuthSignUpParametersV2 *parameters =
        [[MSALNativeAuthSignUpParametersV2 alloc] initWithUsername:@"user@example.com"];
    parameters.username = @"user@example.org";
    parameters.attributes = @{@"country" : @"Norway"};
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = [[MSALClaimsRequest alloc] init];
    parameters.correlationId = [NSUUID UUID];
    [self.application signUpV2WithParameters:parameters delegate:self];
}

- (void)signIn {
    MSALNativeAuthSignInParametersV2 *parameters =
        [[MSALNativeAuthSignInParametersV2 alloc] initWithUsername:@"user@example.com"];
    parameters.username = @"user@example.org";
    parameters.scopes = @[ @"notes.read" ];
    parameters.claimsRequest = [[MSALClaimsRequest alloc] init];
    parameters.correlationId = [NSUUID UUID];
    [self.application signInV2WithParameters:parameters delegate:self];
}

- (void)resetPassword {
    MSALNativeAuthResetPasswordParametersV2 *parameters =
        [[MSALNativeAuthResetPasswordParametersV2 alloc] initWithUsername:@"user@example.com"];
    parameters.scopes = @[ @"notes.read" ];
    parameters.correlationId = [NSUUID UUID];
    [self.application resetPasswordV2WithParameters:parameters delegate:self];
}

#pragma mark - MSALNativeAuthFlowDelegate

- (void)onFlowCompletedWithResult:(MSALNativeAuthUserAccountResult *)result
                         scenario:(MSALNativeAuthFlowScenario)scenario {
    switch (scenario) {
        case MSALNativeAuthFlowScenarioSignUp: NSLog(@"Welcome, %@", result.account.username); break;
        case MSALNativeAuthFlowScenarioSignIn: NSLog(@"Welcome back, %@", result.account.username); break;
        case MSALNativeAuthFlowScenarioPasswordReset: NSLog(@"Your password was changed."); break;
        case MSALNativeAuthFlowScenarioUnknown: break;
    }
}

- (void)onFlowErrorWithError:(MSALNativeAuthFlowError *)error scenario:(MSALNativeAuthFlowScenario)scenario {
    if (error.isUserNotFound || error.isInvalidUsername || error.isUserDoesNotHavePassword) NSLog(@"Sign up.");
    if (error.isUserAlreadyExists) NSLog(@"Sign in.");
    if (error.isInvalidPassword || error.isInvalidAttributes) NSLog(@"Check your input.");
    if (error.isInvalidCode || error.isInvalidChallenge) NSLog(@"Enter the code again: %@", self.state);
    if (error.isAuthMethodBlocked || error.isVerificationContactBlocked || error.isInvalidInput) NSLog(@"Use another.");
    if (error.isNotImplemented || error.isGeneralError) NSLog(@"%@", error.errorDescription);
}

#pragma mark - States

- (void)onCodeRequiredWithState:(MSALNativeAuthCodeRequiredState *)state
                       scenario:(MSALNativeAuthFlowScenario)scenario {
    self.state = state;
    NSLog(@"%ld digits were sent to %@ (%@)", (long)state.codeLength, state.sentTo, state.channel.value);
    if (self.input) {
        [state submitCode:self.input delegate:self];
    } else {
        [state resendCodeWithDelegate:self];
    }
}

- (void)onPasswordRequiredWithState:(MSALNativeAuthPasswordRequiredState *)state
                           scenario:(MSALNativeAuthFlowScenario)scenario {
    [state submitPassword:self.input delegate:self];
}

- (void)onNewPasswordRequiredWithState:(MSALNativeAuthNewPasswordRequiredState *)state
                              scenario:(MSALNativeAuthFlowScenario)scenario {
    [state submitNewPassword:self.input delegate:self];
}

- (void)onAttributesRequiredWithState:(MSALNativeAuthAttributesRequiredState *)state
                             scenario:(MSALNativeAuthFlowScenario)scenario {
    for (MSALNativeAuthRequiredAttribute *attribute in state.attributes) NSLog(@"%@", attribute.name);
    [state submitAttributes:@{@"country" : @"Norway"} delegate:self];
}

- (void)onAuthMethodSelectionRequiredWithState:(MSALNativeAuthAuthMethodSelectionRequiredState *)state
                                      scenario:(MSALNativeAuthFlowScenario)scenario {
    MSALAuthMethod *method = state.authMethods.firstObject;
    if (method) [state selectAuthMethod:method delegate:self];
}

- (void)onMFAVerificationRequiredWithState:(MSALNativeAuthMFAVerificationRequiredState *)state
                                  scenario:(MSALNativeAuthFlowScenario)scenario {
    self.state = state;
    NSLog(@"%ld digits were sent to %@ (%@)", (long)state.codeLength, state.sentTo, state.channel.value);
    if (self.input) {
        [state submitChallenge:self.input delegate:self];
    } else {
        [state resendChallengeWithDelegate:self];
    }
}

- (void)onStrongAuthRegistrationRequiredWithState:(MSALNativeAuthStrongAuthRegistrationRequiredState *)state
                                         scenario:(MSALNativeAuthFlowScenario)scenario {
    MSALAuthMethod *method = state.authMethods.firstObject;
    if (!method) return;
    if (method.loginHint) {
        [state selectAuthMethod:method delegate:self];
    } else {
        [state selectAuthMethod:method verificationContact:self.input delegate:self];
    }
}

- (void)onStrongAuthVerificationRequiredWithState:(MSALNativeAuthStrongAuthVerificationRequiredState *)state
                                         scenario:(MSALNativeAuthFlowScenario)scenario {
    self.state = state;
    NSLog(@"%ld digits were sent to %@ (%@)", (long)state.codeLength, state.sentTo, state.channel.value);
    if (self.input) {
        [state submitChallenge:self.input delegate:self];
    } else {
        [state resendChallengeWithDelegate:self];
    }
}

- (void)onSignInAfterSignUpRequiredWithState:(MSALNativeAuthSignInAfterSignUpState *)state
                                    scenario:(MSALNativeAuthFlowScenario)scenario {
    [state signInParameters:[[MSALNativeAuthSignInAfterSignUpParameters alloc] init] delegate:self];
}

- (void)onSignInAfterResetPasswordRequiredWithState:(MSALNativeAuthSignInAfterResetPasswordState *)state
                                           scenario:(MSALNativeAuthFlowScenario)scenario {
    [state signInParameters:[[MSALNativeAuthSignInAfterResetPasswordParameters alloc] init] delegate:self];
}

@end

/// A delegate of sign-ins with a code: any other state is reported as not implemented.
@interface CodeController : NSObject <MSALNativeAuthCodeRequiredDelegate>
@end

@implementation CodeController

- (void)onCodeRequiredWithState:(MSALNativeAuthCodeRequiredState *)state
                       scenario:(MSALNativeAuthFlowScenario)scenario {
    [state submitCode:@"12345678" delegate:self];
}

- (void)onFlowCompletedWithResult:(MSALNativeAuthUserAccountResult *)result
                         scenario:(MSALNativeAuthFlowScenario)scenario {
    NSLog(@"%@ is signed in", result.account.username);
}

- (void)onFlowErrorWithError:(MSALNativeAuthFlowError *)error scenario:(MSALNativeAuthFlowScenario)scenario {
    if (error.isNotImplemented) NSLog(@"%@", error.errorDescription);
}

@end
