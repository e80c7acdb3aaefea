#import <UIKit/UIKit.h>

/// The window with the sign-in.
@interface SceneDelegate : UIResponder <UIWindowSceneDelegate>

@property (strong, nonatomic) UIWindow *window;

@end
