// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <UIKit/UIKit.h>

#import "AMZNGetAccessTokenDelegate.h"
#import "AMZNGetProfileDelegate.h"
#import <LoginWithAmazon/LoginWithAmazon.h>
#import "SignInViewController.h"

// Prologue: the names of version 2 are deprecated.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@implementation AMZNGetAccessTokenDelegate

- (id)initWithParentController:(SignInViewController *)controller {
    if ((self = [super init])) {
        parentViewController = controller;
    }
    return self;
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    // 这是您用于访问令牌的代码。

    // 由于应用已为范围授权,我们可以
    // 获取用户个人资料。
    AMZNGetProfileDelegate* delegate = [[[AMZNGetProfileDelegate alloc]
      initWithParentController:parentViewController] autorelease];

    [AIMobileLib getProfile:delegate];
}

- (void)requestDidFail:(APIError *)errorResponse {
    // 用于处理访问令牌检索失败的代码。

    // 如果error code = kAIApplicationNotAuthorized,则允许用户
    // 重新登录。
    if(errorResponse.error.code == kAIApplicationNotAuthorized) {
        // 显示Login with Amazon按钮。
    }
    else {
        // 处理其他错误
        [[[[UIAlertView alloc] initWithTitle:@"" message:[NSString
          stringWithFormat:@"Error occurred with message: %@",
          errorResponse.error.message] delegate:nil
          cancelButtonTitle:@"OK" otherButtonTitles:nil]
          autorelease] show];
    }
}

@end
