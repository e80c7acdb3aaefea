// https://developer.apple.com/documentation/uikit
#pragma once
#include <Foundation/Foundation.h>

#pragma clang assume_nonnull begin

@class UIScene, UIView, UIWindow, UIWindowScene;

// https://developer.apple.com/documentation/uikit/uiresponder
NS_SWIFT_MAIN_ACTOR
@interface UIResponder : NSObject
- (BOOL)becomeFirstResponder;
- (BOOL)resignFirstResponder;
@end

// https://developer.apple.com/documentation/uikit/uicolor
NS_SWIFT_SENDABLE
@interface UIColor : NSObject
@property (class, nonatomic, readonly) UIColor *systemBackgroundColor NS_SWIFT_NAME(systemBackground);
@end

// https://developer.apple.com/documentation/uikit/uiview/autoresizing
typedef NS_OPTIONS(NSUInteger, UIViewAutoresizing) {
    UIViewAutoresizingNone = 0,
    UIViewAutoresizingFlexibleWidth = 1 << 1,
    UIViewAutoresizingFlexibleHeight = 1 << 4,
} NS_SWIFT_NAME(UIView.AutoresizingMask);
// https://developer.apple.com/documentation/uikit/uiview
NS_SWIFT_MAIN_ACTOR
@interface UIView : UIResponder <NSCoding>
- (instancetype)initWithFrame:(CGRect)frame NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (void)addSubview:(UIView *)view;
- (BOOL)endEditing:(BOOL)force;
@property (nullable, nonatomic, readonly, strong) UIWindow *window;
@property (nonatomic) BOOL translatesAutoresizingMaskIntoConstraints;
@property (nonatomic) CGRect frame;
@property (nonatomic, readonly) CGRect bounds;
@property (nonatomic) UIViewAutoresizing autoresizingMask;
@property (nullable, nonatomic, copy) UIColor *backgroundColor;
@property (nonatomic, getter=isHidden) BOOL hidden;
@end

// https://developer.apple.com/documentation/uikit/uimodalpresentationstyle
typedef NS_ENUM(NSInteger, UIModalPresentationStyle) {
    UIModalPresentationFullScreen = 0,
    UIModalPresentationPageSheet = 1,
    UIModalPresentationFormSheet = 2,
    UIModalPresentationNone = -1,
    UIModalPresentationAutomatic = -2,
};
// https://developer.apple.com/documentation/uikit/nslayoutconstraint
NS_SWIFT_MAIN_ACTOR
@interface NSLayoutConstraint : NSObject
@end
// https://developer.apple.com/documentation/uikit/uistoryboard
@class UIViewController;
NS_SWIFT_MAIN_ACTOR
@interface UIStoryboard : NSObject
- (UIViewController *)instantiateViewControllerWithIdentifier:(NSString *)identifier
    NS_SWIFT_NAME(instantiateViewController(withIdentifier:));
@end
// https://developer.apple.com/documentation/uikit/uiviewcontroller
NS_SWIFT_MAIN_ACTOR
@interface UIViewController : UIResponder <NSCoding>
- (instancetype)initWithNibName:(nullable NSString *)nibName
                         bundle:(nullable NSBundle *)bundle NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property (null_resettable, nonatomic, strong) UIView *view;
@property (nullable, nonatomic, copy) NSString *title;
@property (nullable, nonatomic, readonly, strong) UIStoryboard *storyboard;
- (void)viewDidLoad;
- (void)viewWillAppear:(BOOL)animated;
- (void)viewDidAppear:(BOOL)animated;
- (void)presentViewController:(UIViewController *)viewController
                     animated:(BOOL)animated
                   completion:(void (^_Nullable)(void))completion;
- (void)dismissViewControllerAnimated:(BOOL)animated completion:(void (^_Nullable)(void))completion;
- (void)addChildViewController:(UIViewController *)childController NS_SWIFT_NAME(addChild(_:));
- (void)didMoveToParentViewController:(nullable UIViewController *)parent NS_SWIFT_NAME(didMove(toParent:));
@end

// https://developer.apple.com/documentation/uikit/uiwindow
NS_SWIFT_MAIN_ACTOR
@interface UIWindow : UIView
- (instancetype)initWithWindowScene:(UIWindowScene *)windowScene;
@property (nullable, nonatomic, strong) UIViewController *rootViewController;
@property (nonatomic, readonly, getter=isKeyWindow) BOOL keyWindow;
- (void)makeKeyAndVisible;
@end

// https://developer.apple.com/documentation/uikit/uiscene
typedef NSString *UISceneSessionRole NS_TYPED_ENUM NS_SWIFT_NAME(UISceneSession.Role);
NS_SWIFT_MAIN_ACTOR
@interface UISceneSession : NSObject
@property (nonatomic, readonly) UISceneSessionRole role;
@end
NS_SWIFT_MAIN_ACTOR NS_SWIFT_NAME(UIScene.ConnectionOptions)
@interface UISceneConnectionOptions : NSObject
@end
NS_SWIFT_MAIN_ACTOR
@interface UISceneConfiguration : NSObject
- (instancetype)initWithName:(nullable NSString *)name
                 sessionRole:(UISceneSessionRole)sessionRole NS_DESIGNATED_INITIALIZER;
@end
NS_SWIFT_MAIN_ACTOR NS_SWIFT_NAME(UIScene.OpenURLOptions)
@interface UISceneOpenURLOptions : NSObject
@property (nullable, nonatomic, readonly) NSString *sourceApplication;
@end
NS_SWIFT_MAIN_ACTOR
@interface UIOpenURLContext : NSObject
@property (nonatomic, readonly, copy) NSURL *URL;
@property (nonatomic, readonly, strong) UISceneOpenURLOptions *options;
@end
NS_SWIFT_MAIN_ACTOR
@interface UIScene : UIResponder
@end
// https://developer.apple.com/documentation/uikit/uiscenedelegate
NS_SWIFT_MAIN_ACTOR
@protocol UISceneDelegate <NSObject>
@optional
- (void)scene:(UIScene *)scene
    willConnectToSession:(UISceneSession *)session
                 options:(UISceneConnectionOptions *)connectionOptions;
- (void)scene:(UIScene *)scene openURLContexts:(NSSet<UIOpenURLContext *> *)URLContexts;
@end
// https://developer.apple.com/documentation/uikit/uiwindowscenedelegate
NS_SWIFT_MAIN_ACTOR
@protocol UIWindowSceneDelegate <UISceneDelegate>
@optional
@property (nullable, nonatomic, strong) UIWindow *window;
@end
// https://developer.apple.com/documentation/uikit/uiwindowscene (keyWindow: iOS 15)
NS_SWIFT_MAIN_ACTOR
@interface UIWindowScene : UIScene
@property (nullable, nonatomic, readonly, strong) UIWindow *keyWindow;
@end

// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
typedef NSUInteger UIBackgroundTaskIdentifier NS_TYPED_ENUM;
FOUNDATION_EXPORT const UIBackgroundTaskIdentifier UIBackgroundTaskInvalid NS_SWIFT_NAME(UIBackgroundTaskIdentifier.invalid);
// https://developer.apple.com/documentation/uikit/uiapplication
@protocol UIApplicationDelegate;
NS_SWIFT_MAIN_ACTOR
@interface UIApplication : UIResponder
@property (class, nonatomic, readonly) UIApplication *sharedApplication NS_SWIFT_NAME(shared);
@property (nonatomic, readonly) NSSet<UIScene *> *connectedScenes;
// https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)
- (UIBackgroundTaskIdentifier)beginBackgroundTaskWithName:(nullable NSString *)taskName
                                        expirationHandler:(void (^_Nullable NS_SWIFT_MAIN_ACTOR)(void))handler;
- (void)endBackgroundTask:(UIBackgroundTaskIdentifier)identifier;
@end
typedef NSString *UIApplicationOpenURLOptionsKey NS_TYPED_ENUM NS_SWIFT_NAME(UIApplication.OpenURLOptionsKey);
FOUNDATION_EXPORT UIApplicationOpenURLOptionsKey const UIApplicationOpenURLOptionsSourceApplicationKey
    NS_SWIFT_NAME(UIApplicationOpenURLOptionsKey.sourceApplication);
typedef NSString *UIApplicationLaunchOptionsKey NS_TYPED_ENUM NS_SWIFT_NAME(UIApplication.LaunchOptionsKey);
// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
NS_SWIFT_MAIN_ACTOR
@protocol UIApplicationDelegate <NSObject>
@optional
- (BOOL)application:(UIApplication *)application
    didFinishLaunchingWithOptions:(nullable NSDictionary<UIApplicationLaunchOptionsKey, id> *)launchOptions;
- (BOOL)application:(UIApplication *)app
            openURL:(NSURL *)url
            options:(NSDictionary<UIApplicationOpenURLOptionsKey, id> *)options;
- (UISceneConfiguration *)application:(UIApplication *)application
    configurationForConnectingSceneSession:(UISceneSession *)connectingSceneSession
                                   options:(UISceneConnectionOptions *)options;
@end

// Controls of the samples.
typedef NS_OPTIONS(NSUInteger, UIControlEvents) {
    UIControlEventTouchUpInside = 1 << 6,
    UIControlEventPrimaryActionTriggered = 1 << 13,
} NS_SWIFT_NAME(UIControl.Event);
typedef NS_OPTIONS(NSUInteger, UIControlState) { UIControlStateNormal NS_REFINED_FOR_SWIFT = 0 } NS_SWIFT_NAME(UIControl.State);
// https://developer.apple.com/documentation/uikit/uicontrol
NS_SWIFT_MAIN_ACTOR
@interface UIControl : UIView
@property (nonatomic, getter=isEnabled) BOOL enabled;
- (void)addTarget:(nullable id)target action:(SEL)action forControlEvents:(UIControlEvents)controlEvents;
- (void)sendActionsForControlEvents:(UIControlEvents)controlEvents;
@end
typedef NS_ENUM(NSInteger, UIButtonType) {
    UIButtonTypeCustom = 0,
    UIButtonTypeSystem = 1,
} NS_SWIFT_NAME(UIButton.ButtonType);
// https://developer.apple.com/documentation/uikit/uibutton
NS_SWIFT_MAIN_ACTOR
@interface UIButton : UIControl
+ (instancetype)buttonWithType:(UIButtonType)buttonType;
- (void)setTitle:(nullable NSString *)title forState:(UIControlState)state;
@end
typedef NS_ENUM(NSInteger, UITextBorderStyle) {
    UITextBorderStyleNone,
    UITextBorderStyleLine,
    UITextBorderStyleBezel,
    UITextBorderStyleRoundedRect,
} NS_SWIFT_NAME(UITextField.BorderStyle);
typedef NS_ENUM(NSInteger, UITextAutocapitalizationType) {
    UITextAutocapitalizationTypeNone,
    UITextAutocapitalizationTypeWords,
    UITextAutocapitalizationTypeSentences,
};
// https://developer.apple.com/documentation/uikit/uitextinputtraits
NS_SWIFT_MAIN_ACTOR
@protocol UITextInputTraits <NSObject>
@optional
@property (nonatomic) UITextAutocapitalizationType autocapitalizationType;
@property (nonatomic, getter=isSecureTextEntry) BOOL secureTextEntry;
@end
// https://developer.apple.com/documentation/uikit/uitextfield
NS_SWIFT_MAIN_ACTOR
@interface UITextField : UIControl <UITextInputTraits>
@property (nonatomic) UITextAutocapitalizationType autocapitalizationType;
@property (nonatomic, getter=isSecureTextEntry) BOOL secureTextEntry;
@property (nonatomic) UITextBorderStyle borderStyle;
@property (nullable, nonatomic, copy) NSString *text;
@property (nullable, nonatomic, copy) NSString *placeholder;
@end
// https://developer.apple.com/documentation/uikit/uilabel
NS_SWIFT_MAIN_ACTOR
@interface UILabel : UIView
@property (nonatomic) NSInteger numberOfLines;
@property (nullable, nonatomic, copy) NSString *text;
@end
// https://developer.apple.com/documentation/uikit/uitextview
NS_SWIFT_MAIN_ACTOR
@interface UITextView : UIView
@property (null_resettable, nonatomic, copy) NSString *text;
@property (nonatomic, getter=isEditable) BOOL editable;
@end
typedef NS_ENUM(NSInteger, UILayoutConstraintAxis) {
    UILayoutConstraintAxisHorizontal = 0,
    UILayoutConstraintAxisVertical = 1,
} NS_SWIFT_NAME(NSLayoutConstraint.Axis);
// https://developer.apple.com/documentation/uikit/uistackview
NS_SWIFT_MAIN_ACTOR
@interface UIStackView : UIView
- (instancetype)initWithArrangedSubviews:(NSArray<__kindof UIView *> *)views;
@property (nonatomic) UILayoutConstraintAxis axis;
@property (nonatomic) CGFloat spacing;
@end
// https://developer.apple.com/documentation/uikit/uiimage
NS_SWIFT_SENDABLE
@interface UIImage : NSObject
@end
// https://developer.apple.com/documentation/uikit/uialertview (deprecated, in the sample of Login with Amazon 2)
@interface UIAlertView : UIView
- (instancetype)initWithTitle:(nullable NSString *)title
                      message:(nullable NSString *)message
                     delegate:(nullable id)delegate
            cancelButtonTitle:(nullable NSString *)cancelButtonTitle
            otherButtonTitles:(nullable NSString *)otherButtonTitles, ...;
- (void)show;
@end

// https://developer.apple.com/documentation/uikit/uialertcontroller
typedef NS_ENUM(NSInteger, UIAlertControllerStyle) {
    UIAlertControllerStyleActionSheet = 0,
    UIAlertControllerStyleAlert = 1,
} NS_SWIFT_NAME(UIAlertController.Style);
typedef NS_ENUM(NSInteger, UIAlertActionStyle) {
    UIAlertActionStyleDefault = 0,
    UIAlertActionStyleCancel = 1,
} NS_SWIFT_NAME(UIAlertAction.Style);
NS_SWIFT_MAIN_ACTOR
@interface UIAlertAction : NSObject
+ (instancetype)actionWithTitle:(nullable NSString *)title
                          style:(UIAlertActionStyle)style
                        handler:(void (^_Nullable)(UIAlertAction *action))handler;
@end
NS_SWIFT_MAIN_ACTOR
@interface UIAlertController : UIViewController
+ (instancetype)alertControllerWithTitle:(nullable NSString *)title
                                 message:(nullable NSString *)message
                          preferredStyle:(UIAlertControllerStyle)preferredStyle;
- (void)addAction:(UIAlertAction *)action NS_SWIFT_NAME(addAction(_:));
- (void)addTextFieldWithConfigurationHandler:(void (^_Nullable)(UITextField *textField))configurationHandler
    NS_SWIFT_NAME(addTextField(configurationHandler:));
@property (nullable, nonatomic, readonly) NSArray<UITextField *> *textFields;
@end

extern int UIApplicationMain(
    int argc, char *_Nullable argv[_Nonnull], NSString *_Nullable principalClassName, NSString *_Nullable delegateClassName);
// https://developer.apple.com/documentation/uikit/uikeyboardtype
typedef NS_ENUM(NSInteger, UIKeyboardType) {
    UIKeyboardTypeDefault = 0,
    UIKeyboardTypeASCIICapable = 1,
    UIKeyboardTypeNumberPad = 4,
    UIKeyboardTypePhonePad = 5,
    UIKeyboardTypeEmailAddress = 7,
    UIKeyboardTypeDecimalPad = 8,
};
// https://developer.apple.com/documentation/uikit/uitextcontenttype
typedef NSString *UITextContentType NS_TYPED_ENUM;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeName;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeGivenName;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeFamilyName;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeNickname;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeJobTitle;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeAddressCity;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeAddressState;
FOUNDATION_EXPORT UITextContentType const UITextContentTypePostalCode;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeCountryName;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeFullStreetAddress;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeTelephoneNumber;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeUsername;
FOUNDATION_EXPORT UITextContentType const UITextContentTypePassword;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeNewPassword;
FOUNDATION_EXPORT UITextContentType const UITextContentTypeOneTimeCode;

#pragma clang assume_nonnull end
