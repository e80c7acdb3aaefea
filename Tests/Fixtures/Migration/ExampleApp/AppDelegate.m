// An Objective-C app that uses the v2 API.
#import "AppDelegate.h"
#import <LoginWithAmazon/LoginWithAmazon.h>

#if 0
BOOL handled = [AIMobileLib handleOpenURL:url sourceApplication:nil];
#endif

@implementation AppDelegate

#pragma mark - Redirects from Safari: AIMobileLib

- (BOOL)application:(UIApplication *)application
            openURL:(NSURL *)url
  sourceApplication:(NSString *)sourceApplication
         annotation:(id)annotation {
    return [AIMobileLib handleOpenURL:url sourceApplication:sourceApplication];
}

@end
