// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import "SignInViewController.h"

#import <LoginWithAmazon/LoginWithAmazon.h>
#import "AMZNAuthorizeUserDelegate.h"
#import "AMZNGetAccessTokenDelegate.h"
#import "AMZNLogoutDelegate.h"

// Prologue: the names of version 2 are deprecated.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@implementation SignInViewController

- (void)showLogInPage {
}

- (IBAction)onLogInButtonClicked:(id)sender {
    // 向SDK作出授权调用,为用户获取安全的访问令牌。
    // 作出第一个调用时,您可以指定所需的最小基本
    // 范围。

    // 为当前用户请求两个范围。
    NSArray *requestScopes =
        [NSArray arrayWithObjects:@"profile", @"postal_code", nil];
    AMZNAuthorizeUserDelegate* delegate =
        [[AMZNAuthorizeUserDelegate alloc] initWithParentController:self];
    [AIMobileLib authorizeUserForScopes:requestScopes delegate:delegate];
}

- (void)checkIsUserSignedIn {
    AMZNGetAccessTokenDelegate* delegate =
      [[[AMZNGetAccessTokenDelegate alloc]
      initWithParentController:self] autorelease];
    NSArray *requestScopes =
        [NSArray arrayWithObjects:@"profile", @"postal_code", nil];
    [AIMobileLib getAccessTokenForScopes:requestScopes
        withOverrideParams:nil delegate:delegate];
}

- (IBAction)logoutButtonClicked:(id)sender {
    AMZNLogoutDelegate* delegate = [[[AMZNLogoutDelegate alloc]
      initWithParentController:self] autorelease];

    [AIMobileLib clearAuthorizationState:delegate];
}

@end
