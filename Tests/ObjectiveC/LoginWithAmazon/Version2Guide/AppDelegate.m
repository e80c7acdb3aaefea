// Compiled with -fno-objc-arc.
// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <UIKit/UIKit.h>

#import <LoginWithAmazon/LoginWithAmazon.h>

// Prologue: the names of version 2 are deprecated.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@interface AppDelegate : UIResponder <UIApplicationDelegate>
@end

@implementation AppDelegate

- (BOOL)application:(UIApplication *)application
  openURL:(NSURL *)url
  sourceApplication:(NSString *)sourceApplication
  annotation:(id)annotation
{
    // 向SDK传递URL,以解析URL的授权码。
    BOOL isValidRedirectSignInURL =
      [AIMobileLib handleOpenURL:url sourceApplication:sourceApplication];

    if(!isValidRedirectSignInURL)
        return NO;

    // 应用可能还需要处理url
    return YES;
}

@end
