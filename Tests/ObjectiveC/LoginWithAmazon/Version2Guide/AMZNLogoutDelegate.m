// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <UIKit/UIKit.h>

#import "AMZNLogoutDelegate.h"
#import "SignInViewController.h"

// Prologue: the names of version 2 are deprecated.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@implementation AMZNLogoutDelegate

- (id)initWithParentController:(SignInViewController *)controller {
    if ((self = [super init])) {
        parentViewController = controller;
    }
    return self;
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    // 清除用户授权状态后的额外逻辑。
    [[[UIAlertView alloc] initWithTitle:@"" message:@"User Logged out."
        delegate:nil cancelButtonTitle:@"OK"otherButtonTitles:nil] show];
}

- (void)requestDidFail:(APIError *)errorResponse {

    // SDK清除
    // 授权状态失败后的额外逻辑。

    [[[[UIAlertView alloc] initWithTitle:@"" message:[NSString
      stringWithFormat:@"User Logout failed with message: %@",
      errorResponse.error.message] delegate:nil
      cancelButtonTitle:@"OK" otherButtonTitles:nil]
      autorelease] show];
}

@end
