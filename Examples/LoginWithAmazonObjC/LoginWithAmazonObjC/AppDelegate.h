#import <UIKit/UIKit.h>

/// The app: one window with the sign-in.
@interface AppDelegate : UIResponder <UIApplicationDelegate>

@property (strong, nonatomic) UIWindow *window;

@end
