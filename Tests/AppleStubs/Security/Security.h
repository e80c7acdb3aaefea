// https://developer.apple.com/documentation/security/keychain-items
#pragma once
#include <CoreFoundation.h>

CF_IMPLICIT_BRIDGING_ENABLED
#pragma clang assume_nonnull begin

extern OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
extern OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);
extern OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);
extern OSStatus SecItemDelete(CFDictionaryRef query);
extern CFStringRef _Nullable SecCopyErrorMessageString(OSStatus status, void *_Nullable reserved) CF_RETURNS_RETAINED;

extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;
extern const CFStringRef kSecAttrAccessGroup;
extern const CFStringRef kSecAttrAccessible;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecAttrAccount;
extern const CFStringRef kSecAttrGeneric;
extern const CFStringRef kSecAttrService;
extern const CFStringRef kSecAttrSynchronizable;
extern const CFStringRef kSecMatchLimit;
extern const CFStringRef kSecMatchLimitOne;
extern const CFStringRef kSecReturnAttributes;
extern const CFStringRef kSecReturnData;
// iOS 13, macOS 10.15
extern const CFStringRef kSecUseDataProtectionKeychain;
extern const CFStringRef kSecValueData;

// https://developer.apple.com/documentation/security/secaccesscontrol
typedef struct CF_BRIDGED_TYPE(id) __SecAccessControl *SecAccessControlRef;
// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
    kSecAccessControlUserPresence = 1ul << 0,
    kSecAccessControlPrivateKeyUsage = 1ul << 30,
};
// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
extern SecAccessControlRef _Nullable SecAccessControlCreateWithFlags(
    CFAllocatorRef _Nullable allocator,
    CFTypeRef protection,
    SecAccessControlCreateFlags flags,
    CFErrorRef _Nullable *_Nullable error
) CF_RETURNS_RETAINED;

// https://developer.apple.com/documentation/security/security-framework-result-codes
enum : OSStatus {
    errSecSuccess = 0,
    errSecParam = -50,
    errSecUserCanceled = -128,
    errSecAuthFailed = -25293,
    errSecDuplicateItem = -25299,
    errSecItemNotFound = -25300,
    errSecInteractionNotAllowed = -25308,
    errSecDecode = -26275,
    errSecMissingEntitlement = -34018,
};

#pragma clang assume_nonnull end
CF_IMPLICIT_BRIDGING_DISABLED
