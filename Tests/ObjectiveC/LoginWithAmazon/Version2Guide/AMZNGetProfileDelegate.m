// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <UIKit/UIKit.h>

#import "AMZNGetProfileDelegate.h"
#import "SignInViewController.h"

// Prologue: the names of version 2 are deprecated, and the page uses some values no further.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#pragma clang diagnostic ignored "-Wunused-variable"

@implementation AMZNGetProfileDelegate

- (id)initWithParentController:(SignInViewController *)controller {
    if ((self = [super init])) {
        parentViewController = controller;
    }
    return self;
}

- (void)requestDidSucceed:(APIResult *)apiResult {
    // 获取个人资料请求成功。解析个人资料信息
    // 并将其传递到根视图控制器

    NSString* name = [(NSDictionary*)apiResult.result
        objectForKey:@"name"];
    NSString* email = [(NSDictionary*)apiResult.result
        objectForKey:@"email"];
    NSString* user_id = [(NSDictionary*)apiResult.result
        objectForKey:@"user_id"];
    NSString* postal_code = [(NSDictionary*)apiResult.result
        objectForKey:@"postal_code"];

    // 向视图控制器传递数据
}

- (void)requestDidFail:(APIError *)errorResponse {
    // 获取个人资料范围的个人资料请求失败。

    // 如果error code = kAIApplicationNotAuthorized,
    // 则允许用户重新登录。
    if(errorResponse.error.code == kAIApplicationNotAuthorized) {
        // 显示授权用户按钮。
        [parentViewController showLogInPage];
    }
    else {
        // 处理其他错误
        [[[[UIAlertView alloc] initWithTitle:@"" message:[NSString
          stringWithFormat:@"Error occured with message: %@",
          errorResponse.error.message] delegate:nil
          cancelButtonTitle:@"OK"otherButtonTitles:nil] autorelease]
          show];
    }
}

@end
