#import "AppDelegate.h"

#import <LoginWithAmazon/LoginWithAmazon.h>

@implementation AppDelegate

/// As in Amazon's guide. UIKit calls it in apps without scenes; this app receives URLs in its scene.
- (BOOL)application:(UIApplication *)application
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options {
    return [AMZNAuthorizationManager handleOpenURL:url
                                 sourceApplication:options[UIApplicationOpenURLOptionsSourceApplicationKey]];
}

@end
