#import <UIKit/UIKit.h>

/// The app; its window belongs to the scene.
@interface AppDelegate : UIResponder <UIApplicationDelegate>

@end
