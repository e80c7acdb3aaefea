#import "ViewController.h"

#import <LoginWithAmazon/LoginWithAmazon.h>

@interface ViewController ()

@property (strong, nonatomic) UILabel *resultLabel;
@property (strong, nonatomic) UIButton *logInButton;
@property (strong, nonatomic) UIButton *logOutButton;

@end

@implementation ViewController

- (void)viewDidLoad {
    [super viewDidLoad];
    self.view.backgroundColor = UIColor.systemBackgroundColor;
    self.resultLabel = [[UILabel alloc] init];
    self.resultLabel.numberOfLines = 0;
    self.logInButton = [self buttonWithTitle:@"Login with Amazon" action:@selector(onLogInButtonClicked:)];
    self.logOutButton = [self buttonWithTitle:@"Log out" action:@selector(onLogOutButtonClicked:)];
    UIStackView *stack = [[UIStackView alloc]
        initWithArrangedSubviews:@[ self.resultLabel, self.logInButton, self.logOutButton ]];
    stack.axis = UILayoutConstraintAxisVertical;
    stack.spacing = 16;
    stack.frame = CGRectInset(self.view.bounds, 20, 120);
    stack.autoresizingMask = UIViewAutoresizingFlexibleWidth | UIViewAutoresizingFlexibleHeight;
    [self.view addSubview:stack];
    [self showUser:nil];
    [self checkIsUserSignedIn];
}

- (UIButton *)buttonWithTitle:(NSString *)title action:(SEL)action {
    UIButton *button = [UIButton buttonWithType:UIButtonTypeSystem];
    [button setTitle:title forState:UIControlStateNormal];
    [button addTarget:self action:action forControlEvents:UIControlEventTouchUpInside];
    return button;
}

/// Builds an authorize request.
- (AMZNAuthorizeRequest *)request {
    AMZNAuthorizeRequest *request = [[AMZNAuthorizeRequest alloc] init];
    request.scopes = @[ [AMZNProfileScope profile], [AMZNProfileScope postalCode] ];
    return request;
}

/// Continues an earlier sign-in without showing anything.
- (void)checkIsUserSignedIn {
    AMZNAuthorizeRequest *request = [self request];
    request.interactiveStrategy = AMZNInteractiveStrategyNever;
    [[AMZNAuthorizationManager sharedManager] authorize:request
                                            withHandler:^(AMZNAuthorizeResult *result, BOOL userDidCancel,
                                                          NSError *error) {
        // An error means that the user has not authorized the app yet.
        [self showUser:result.user];
    }];
}

- (IBAction)onLogInButtonClicked:(id)sender {
    [[AMZNAuthorizationManager sharedManager] authorize:[self request]
                                            withHandler:^(AMZNAuthorizeResult *result, BOOL userDidCancel,
                                                          NSError *error) {
        if (error) {
            [self showMessage:error.localizedDescription];
        } else if (userDidCancel) {
            [self showMessage:@"You cancelled the sign-in."];
        } else {
            [self showUser:result.user];
        }
    }];
}

- (IBAction)onLogOutButtonClicked:(id)sender {
    [[AMZNAuthorizationManager sharedManager] signOut:^(NSError *_Nullable error) {
        if (error) {
            [self showMessage:error.localizedDescription];
        } else {
            [self showUser:nil];
        }
    }];
}

/// Shows the user, or the button to sign in. Handlers run on the main queue.
- (void)showUser:(AMZNUser *)user {
    self.logInButton.hidden = user != nil;
    self.logOutButton.hidden = user == nil;
    NSString *name = user.name ?: user.userID;
    [self showMessage:user ? [NSString stringWithFormat:@"Hello, %@\n%@", name, user.email ?: @""]
                           : @"You are signed out."];
}

- (void)showMessage:(NSString *)message {
    self.resultLabel.text = message;
}

@end
