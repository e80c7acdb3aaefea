// https://developer.apple.com/documentation/authenticationservices
#pragma once
#include <Foundation/Foundation.h>
#if APPLE_MACOS
#include <AppKit.h>
#else
#include <UIKit.h>
#endif

#pragma clang assume_nonnull begin

// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
#if APPLE_MACOS
typedef NSWindow *ASPresentationAnchor;
#else
typedef UIWindow *ASPresentationAnchor;
#endif

// The browser's sheet.
// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession (iOS 12, macOS 10.15)
@class ASWebAuthenticationSession;
typedef void (^ASWebAuthenticationSessionCompletionHandler)(NSURL *_Nullable callbackURL, NSError *_Nullable error)
    NS_SWIFT_NAME(ASWebAuthenticationSession.CompletionHandler);

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
FOUNDATION_EXPORT NSErrorDomain const ASWebAuthenticationSessionErrorDomain;
typedef NS_ERROR_ENUM(ASWebAuthenticationSessionErrorDomain, ASWebAuthenticationSessionErrorCode) {
    ASWebAuthenticationSessionErrorCodeCanceledLogin = 1,
    ASWebAuthenticationSessionErrorCodePresentationContextNotProvided = 2,
    ASWebAuthenticationSessionErrorCodePresentationContextInvalid = 3,
};

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
NS_SWIFT_MAIN_ACTOR
@protocol ASWebAuthenticationPresentationContextProviding <NSObject>
- (ASPresentationAnchor)presentationAnchorForWebAuthenticationSession:(ASWebAuthenticationSession *)session
    NS_SWIFT_NAME(presentationAnchor(for:));
@end

// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
// (iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1)
NS_SWIFT_NAME(ASWebAuthenticationSession.Callback) NS_SWIFT_SENDABLE
@interface ASWebAuthenticationSessionCallback : NSObject
+ (instancetype)new NS_UNAVAILABLE;
- (instancetype)init NS_UNAVAILABLE;
+ (instancetype)callbackWithCustomScheme:(NSString *)customScheme NS_SWIFT_NAME(customScheme(_:));
+ (instancetype)callbackWithHTTPSHost:(NSString *)host path:(NSString *)path NS_SWIFT_NAME(https(host:path:));
@end

@interface ASWebAuthenticationSession : NSObject
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithURL:(NSURL *)URL
          callbackURLScheme:(nullable NSString *)callbackURLScheme
          completionHandler:(ASWebAuthenticationSessionCompletionHandler)completionHandler;
- (instancetype)initWithURL:(NSURL *)URL
                   callback:(ASWebAuthenticationSessionCallback *)callback
          completionHandler:(ASWebAuthenticationSessionCompletionHandler)completionHandler;
@property (nonatomic, weak, nullable) id<ASWebAuthenticationPresentationContextProviding> presentationContextProvider;
@property (nonatomic) BOOL prefersEphemeralWebBrowserSession;
- (BOOL)start;
- (void)cancel;
@end

// Passkeys and security keys.
// https://developer.apple.com/documentation/authenticationservices/public-private-key-authentication
@protocol ASAuthorizationProvider <NSObject>
@end
@protocol ASAuthorizationCredential <NSObject, NSCopying, NSSecureCoding>
@end

// https://developer.apple.com/documentation/authenticationservices/asauthorization
@interface ASAuthorization : NSObject
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, strong) id<ASAuthorizationProvider> provider;
@property (nonatomic, readonly, strong) id<ASAuthorizationCredential> credential;
@end
@interface ASAuthorizationRequest : NSObject <NSCopying, NSSecureCoding>
- (instancetype)init NS_UNAVAILABLE;
@property (nonatomic, readonly, strong) id<ASAuthorizationProvider> provider;
@end

// https://developer.apple.com/documentation/authenticationservices/asauthorizationerror
FOUNDATION_EXPORT NSErrorDomain const ASAuthorizationErrorDomain;
typedef NS_ERROR_ENUM(ASAuthorizationErrorDomain, ASAuthorizationError) {
    ASAuthorizationErrorUnknown = 1000,
    ASAuthorizationErrorCanceled = 1001,
    ASAuthorizationErrorInvalidResponse = 1002,
    ASAuthorizationErrorNotHandled = 1003,
    ASAuthorizationErrorFailed = 1004,
    ASAuthorizationErrorNotInteractive = 1005,
    // iOS 18, macOS 15
    ASAuthorizationErrorMatchedExcludedCredential = 1006,
};

@class ASAuthorizationController;
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerdelegate
NS_SWIFT_MAIN_ACTOR
@protocol ASAuthorizationControllerDelegate <NSObject>
@optional
- (void)authorizationController:(ASAuthorizationController *)controller
    didCompleteWithAuthorization:(ASAuthorization *)authorization
    NS_SWIFT_NAME(authorizationController(controller:didCompleteWithAuthorization:));
- (void)authorizationController:(ASAuthorizationController *)controller
           didCompleteWithError:(NSError *)error
    NS_SWIFT_NAME(authorizationController(controller:didCompleteWithError:));
@end
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
NS_SWIFT_MAIN_ACTOR
@protocol ASAuthorizationControllerPresentationContextProviding <NSObject>
- (ASPresentationAnchor)presentationAnchorForAuthorizationController:(ASAuthorizationController *)controller
    NS_SWIFT_NAME(presentationAnchor(for:));
@end
// https://developer.apple.com/documentation/authenticationservices/asauthorizationcontroller
@interface ASAuthorizationController : NSObject
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithAuthorizationRequests:(NSArray<ASAuthorizationRequest *> *)authorizationRequests
    NS_DESIGNATED_INITIALIZER;
@property (nonatomic, weak, nullable) id<ASAuthorizationControllerDelegate> delegate;
@property (nonatomic, weak, nullable)
    id<ASAuthorizationControllerPresentationContextProviding> presentationContextProvider;
- (void)performRequests;
// iOS 16, macOS 13
- (void)cancel;
@end

// https://developer.apple.com/documentation/authenticationservices/aspublickeycredential
@protocol ASPublicKeyCredential <ASAuthorizationCredential>
@property (nonatomic, readonly, copy) NSData *rawClientDataJSON;
@property (nonatomic, readonly, copy) NSData *credentialID;
@end
@protocol ASAuthorizationPublicKeyCredentialRegistration <ASPublicKeyCredential>
@property (nonatomic, readonly, copy, nullable) NSData *rawAttestationObject;
@end
@protocol ASAuthorizationPublicKeyCredentialAssertion <ASPublicKeyCredential>
@property (nonatomic, readonly, copy, null_unspecified) NSData *rawAuthenticatorData;
@property (nonatomic, readonly, copy, null_unspecified) NSData *userID;
@property (nonatomic, readonly, copy, null_unspecified) NSData *signature;
@end
@interface ASAuthorizationPlatformPublicKeyCredentialRegistration :
    NSObject <ASAuthorizationPublicKeyCredentialRegistration>
@end
@interface ASAuthorizationSecurityKeyPublicKeyCredentialRegistration :
    NSObject <ASAuthorizationPublicKeyCredentialRegistration>
@end
@interface ASAuthorizationPlatformPublicKeyCredentialAssertion :
    NSObject <ASAuthorizationPublicKeyCredentialAssertion>
@end

// https://developer.apple.com/documentation/authenticationservices/asauthorizationpublickeycredentialdescriptor
@protocol ASAuthorizationPublicKeyCredentialDescriptor <NSObject, NSSecureCoding, NSCopying>
@property (nonatomic, copy) NSData *credentialID;
@end
@interface ASAuthorizationPlatformPublicKeyCredentialDescriptor :
    NSObject <ASAuthorizationPublicKeyCredentialDescriptor>
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithCredentialID:(NSData *)credentialID;
@end
typedef NSString *ASAuthorizationSecurityKeyPublicKeyCredentialDescriptorTransport
    NS_TYPED_ENUM NS_SWIFT_NAME(ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport);
FOUNDATION_EXPORT NSArray<ASAuthorizationSecurityKeyPublicKeyCredentialDescriptorTransport> *
ASAuthorizationAllSupportedPublicKeyCredentialDescriptorTransports(void)
    NS_SWIFT_NAME(getter:ASAuthorizationSecurityKeyPublicKeyCredentialDescriptorTransport.allSupported());
@interface ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor :
    NSObject <ASAuthorizationPublicKeyCredentialDescriptor>
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithCredentialID:(NSData *)credentialID
                          transports:(NSArray<ASAuthorizationSecurityKeyPublicKeyCredentialDescriptorTransport> *)
                                         allowedTransports;
@end

typedef NSString *ASAuthorizationPublicKeyCredentialUserVerificationPreference NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT ASAuthorizationPublicKeyCredentialUserVerificationPreference const
    ASAuthorizationPublicKeyCredentialUserVerificationPreferencePreferred;
FOUNDATION_EXPORT ASAuthorizationPublicKeyCredentialUserVerificationPreference const
    ASAuthorizationPublicKeyCredentialUserVerificationPreferenceRequired;
FOUNDATION_EXPORT ASAuthorizationPublicKeyCredentialUserVerificationPreference const
    ASAuthorizationPublicKeyCredentialUserVerificationPreferenceDiscouraged;
typedef NSString *ASAuthorizationPublicKeyCredentialResidentKeyPreference NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT ASAuthorizationPublicKeyCredentialResidentKeyPreference const
    ASAuthorizationPublicKeyCredentialResidentKeyPreferencePreferred;
FOUNDATION_EXPORT ASAuthorizationPublicKeyCredentialResidentKeyPreference const
    ASAuthorizationPublicKeyCredentialResidentKeyPreferenceRequired;
typedef NSInteger ASCOSEAlgorithmIdentifier NS_TYPED_EXTENSIBLE_ENUM;
FOUNDATION_EXPORT ASCOSEAlgorithmIdentifier const ASCOSEAlgorithmIdentifierES256;
@interface ASAuthorizationPublicKeyCredentialParameters : NSObject <NSSecureCoding, NSCopying>
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithAlgorithm:(ASCOSEAlgorithmIdentifier)algorithm;
@end

@interface ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest : ASAuthorizationRequest
@property (nonatomic, copy, nullable) NSString *displayName;
@property (nonatomic, strong) ASAuthorizationPublicKeyCredentialUserVerificationPreference userVerificationPreference;
// iOS 17.4, macOS 14.4
@property (nonatomic, copy, nullable)
    NSArray<ASAuthorizationPlatformPublicKeyCredentialDescriptor *> *excludedCredentials;
@end
@interface ASAuthorizationPlatformPublicKeyCredentialAssertionRequest : ASAuthorizationRequest
@property (nonatomic, copy) NSArray<ASAuthorizationPlatformPublicKeyCredentialDescriptor *> *allowedCredentials;
@property (nonatomic, strong) ASAuthorizationPublicKeyCredentialUserVerificationPreference userVerificationPreference;
@end
// https://developer.apple.com/documentation/authenticationservices/asauthorizationplatformpublickeycredentialprovider
@interface ASAuthorizationPlatformPublicKeyCredentialProvider : NSObject <ASAuthorizationProvider>
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithRelyingPartyIdentifier:(NSString *)relyingPartyIdentifier NS_DESIGNATED_INITIALIZER;
- (ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest *)
    createCredentialRegistrationRequestWithChallenge:(NSData *)challenge
                                                name:(NSString *)name
                                              userID:(NSData *)userID
    NS_SWIFT_NAME(createCredentialRegistrationRequest(challenge:name:userID:));
- (ASAuthorizationPlatformPublicKeyCredentialAssertionRequest *)
    createCredentialAssertionRequestWithChallenge:(NSData *)challenge
    NS_SWIFT_NAME(createCredentialAssertionRequest(challenge:));
@end

@interface ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest : ASAuthorizationRequest
@property (nonatomic, copy) NSArray<ASAuthorizationPublicKeyCredentialParameters *> *credentialParameters;
@property (nonatomic, copy) NSArray<ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor *> *excludedCredentials;
@property (nonatomic, strong) ASAuthorizationPublicKeyCredentialUserVerificationPreference userVerificationPreference;
@property (nonatomic, strong) ASAuthorizationPublicKeyCredentialResidentKeyPreference residentKeyPreference;
@end
@interface ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest : ASAuthorizationRequest
@property (nonatomic, copy) NSArray<ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor *> *allowedCredentials;
@property (nonatomic, strong) ASAuthorizationPublicKeyCredentialUserVerificationPreference userVerificationPreference;
@end
// https://developer.apple.com/documentation/authenticationservices/asauthorizationsecuritykeypublickeycredentialprovider
@interface ASAuthorizationSecurityKeyPublicKeyCredentialProvider : NSObject <ASAuthorizationProvider>
- (instancetype)init NS_UNAVAILABLE;
- (instancetype)initWithRelyingPartyIdentifier:(NSString *)relyingPartyIdentifier NS_DESIGNATED_INITIALIZER;
- (ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest *)
    createCredentialRegistrationRequestWithChallenge:(NSData *)challenge
                                         displayName:(NSString *)displayName
                                                name:(NSString *)name
                                              userID:(NSData *)userID
    NS_SWIFT_NAME(createCredentialRegistrationRequest(challenge:displayName:name:userID:));
- (ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest *)
    createCredentialAssertionRequestWithChallenge:(NSData *)challenge
    NS_SWIFT_NAME(createCredentialAssertionRequest(challenge:));
@end

#pragma clang assume_nonnull end
