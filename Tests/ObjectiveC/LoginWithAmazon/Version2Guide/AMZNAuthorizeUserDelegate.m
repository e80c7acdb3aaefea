// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <UIKit/UIKit.h>

#import "AMZNAuthorizeUserDelegate.h"
#import "AMZNGetProfileDelegate.h"
#import "SignInViewController.h"

// Prologue: the names of version 2 are deprecated, and the page uses some values no further.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#pragma clang diagnostic ignored "-Wunused-variable"

@implementation AMZNAuthorizeUserDelegate

- (id)initWithParentController:(SignInViewController *)controller {
    if ((self = [super init])) {
        parentViewController = controller;
    }
    return self;
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    // 用户为应用授权
    // 请求范围后的代码。

    // 加载包含用户识别信息的新的视图控制器
    // 用户现已成功登录。

    AMZNGetProfileDelegate* delegate =
        [[[AMZNGetProfileDelegate alloc]
          initWithParentController:parentViewController] autorelease];
    [AIMobileLib getProfile:delegate];
}

- (void)requestDidFail:(APIError *)errorResponse {
    NSString *message = errorResponse.error.message;
    // 授权失败时的代码。

    [[[[UIAlertView alloc] initWithTitle:@"" message:[NSString
      stringWithFormat:@"User authorization failed with message: %@",
      errorResponse.error.message] delegate:nil
      cancelButtonTitle:@"OK"otherButtonTitles:nil] autorelease] show];
}

@end
