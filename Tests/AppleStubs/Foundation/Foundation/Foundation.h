// The Objective-C half of Foundation: what our code, Swift's bridging and the samples need.
// https://developer.apple.com/documentation/foundation
#pragma once
#include <CoreFoundation.h>
#include <Dispatch.h>
#include <ObjectiveC.h>

#define FOUNDATION_EXPORT extern
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_ENUM(_type, _name) enum __attribute__((enum_extensibility(open))) _name : _type _name; enum _name : _type
#define NS_ERROR_ENUM(_domain, _name) \
    enum __attribute__((ns_error_domain(_domain), enum_extensibility(open))) _name : NSInteger _name; \
    enum _name : NSInteger
#define NS_OPTIONS(_type, _name) \
    enum __attribute__((flag_enum, enum_extensibility(open))) _name : _type _name; enum _name : _type
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_RETURNS_INNER_POINTER __attribute__((objc_returns_inner_pointer))
#define NS_SWIFT_MAIN_ACTOR __attribute__((swift_attr("@MainActor")))
#define NS_SWIFT_NAME(_name) __attribute__((swift_name(#_name)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_TYPED_ENUM __attribute__((swift_wrapper(enum)))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_wrapper(struct)))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_BRIDGED(_type) __attribute__((swift_bridge(_type)))

typedef double NSTimeInterval;

#pragma clang assume_nonnull begin

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end

@class NSCoder;
@protocol NSCoding
- (void)encodeWithCoder:(NSCoder *)coder;
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end
@protocol NSSecureCoding <NSCoding>
@property (class, readonly) BOOL supportsSecureCoding;
@end
@interface NSCoder : NSObject
@end

NS_BRIDGED("Swift.String") NS_SWIFT_SENDABLE
@interface NSString : NSObject <NSCopying>
@property (readonly) NSUInteger length;
+ (instancetype)stringWithFormat:(NSString *)format, ...;
- (BOOL)isEqualToString:(NSString *)string;
@end
@interface NSConstantString : NSString {
    char *bytes;
    unsigned int size;
}
@end

NS_SWIFT_SENDABLE
@interface NSValue : NSObject <NSCopying>
@property (readonly) const char *objCType NS_RETURNS_INNER_POINTER;
@end
NS_SWIFT_SENDABLE
@interface NSNumber : NSValue
+ (NSNumber *)numberWithBool:(BOOL)value;
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithInteger:(NSInteger)value;
+ (NSNumber *)numberWithDouble:(double)value;
- (instancetype)initWithBool:(BOOL)value NS_SWIFT_NAME(init(value:));
- (instancetype)initWithInt:(int)value NS_SWIFT_NAME(init(value:));
- (instancetype)initWithInteger:(NSInteger)value NS_SWIFT_NAME(init(value:));
- (instancetype)initWithUnsignedInteger:(NSUInteger)value NS_SWIFT_NAME(init(value:));
- (instancetype)initWithLongLong:(long long)value NS_SWIFT_NAME(init(value:));
- (instancetype)initWithDouble:(double)value NS_SWIFT_NAME(init(value:));
@property (readonly) BOOL boolValue;
@property (readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@property (readonly) int intValue NS_SWIFT_NAME(int32Value);
@property (readonly) long long longLongValue NS_SWIFT_NAME(int64Value);
@property (readonly) double doubleValue;
@end
NS_SWIFT_SENDABLE
@interface NSNull : NSObject <NSCopying>
@end

// https://developer.apple.com/documentation/foundation/nsfastenumeration
typedef struct {
    unsigned long state;
    id __unsafe_unretained _Nullable *_Nullable itemsPtr;
    unsigned long *_Nullable mutationsPtr;
    unsigned long extra[5];
} NSFastEnumerationState;
@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)length;
@end

NS_BRIDGED("Swift.Array")
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
+ (instancetype)arrayWithObjects:(ObjectType)firstObject, ... __attribute__((sentinel(0, 1)));
+ (instancetype)arrayWithObjects:(const ObjectType _Nonnull *_Nonnull)objects count:(NSUInteger)count;
- (ObjectType)objectAtIndexedSubscript:(NSUInteger)index;
@property (nullable, nonatomic, readonly) ObjectType firstObject;
@end
NS_BRIDGED("Swift.Dictionary")
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying>
@property (readonly) NSUInteger count;
+ (instancetype)dictionaryWithObjects:(const ObjectType _Nonnull *_Nonnull)objects
                              forKeys:(const KeyType<NSCopying> _Nonnull *_Nonnull)keys
                                count:(NSUInteger)count;
- (nullable ObjectType)objectForKey:(KeyType)key;
- (nullable ObjectType)objectForKeyedSubscript:(KeyType)key;
@end
NS_BRIDGED("Swift.Set")
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying, NSFastEnumeration>
@property (readonly) NSUInteger count;
+ (instancetype)setWithObjects:(ObjectType)firstObject, ... __attribute__((sentinel(0, 1)));
@end

NS_BRIDGED("FoundationEssentials.Data") NS_SWIFT_SENDABLE
@interface NSData : NSObject <NSCopying>
@end
NS_BRIDGED("FoundationEssentials.Date") NS_SWIFT_SENDABLE
@interface NSDate : NSObject <NSCopying>
@end
NS_BRIDGED("FoundationEssentials.URL") NS_SWIFT_SENDABLE
@interface NSURL : NSObject <NSCopying>
+ (nullable instancetype)URLWithString:(NSString *)string;
@property (nullable, readonly, copy) NSString *absoluteString;
@end
NS_BRIDGED("FoundationEssentials.UUID") NS_SWIFT_SENDABLE
@interface NSUUID : NSObject <NSCopying>
+ (instancetype)UUID;
@end
NS_BRIDGED("FoundationEssentials.Locale") NS_SWIFT_SENDABLE
@interface NSLocale : NSObject <NSCopying>
@end
NS_SWIFT_NAME(Timer)
@interface NSTimer : NSObject
@end

typedef NSString *NSErrorDomain;
typedef NSString *NSErrorUserInfoKey;
// https://developer.apple.com/documentation/foundation/nserror
NS_BRIDGED("Swift.Error") NS_SWIFT_SENDABLE
@interface NSError : NSObject <NSCopying>
+ (instancetype)errorWithDomain:(NSErrorDomain)domain
                           code:(NSInteger)code
                       userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)userInfo;
- (instancetype)initWithDomain:(NSErrorDomain)domain
                          code:(NSInteger)code
                      userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)userInfo;
@property (readonly, copy) NSErrorDomain domain;
@property (readonly) NSInteger code;
@property (readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property (readonly, copy) NSString *localizedDescription;
@property (nullable, readonly, copy) NSString *localizedFailureReason;
@end
FOUNDATION_EXPORT NSErrorUserInfoKey const NSLocalizedDescriptionKey;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSLocalizedFailureReasonErrorKey;
FOUNDATION_EXPORT NSErrorUserInfoKey const NSUnderlyingErrorKey;
FOUNDATION_EXPORT NSErrorDomain const NSCocoaErrorDomain;
FOUNDATION_EXPORT NSErrorDomain const NSURLErrorDomain;

// https://developer.apple.com/documentation/foundation/bundle
NS_SWIFT_NAME(Bundle) NS_SWIFT_SENDABLE
@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle NS_SWIFT_NAME(main);
@property (nullable, readonly, copy) NSString *bundleIdentifier;
@property (nullable, readonly, copy) NSDictionary<NSString *, id> *infoDictionary;
@property (readonly, copy) NSURL *bundleURL;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key NS_SWIFT_NAME(object(forInfoDictionaryKey:));
@end

typedef NS_ENUM(NSInteger, NSQualityOfService) {
    NSQualityOfServiceUserInitiated = 0x19,
    NSQualityOfServiceUtility = 0x11,
    NSQualityOfServiceDefault = -1,
} NS_SWIFT_NAME(QualityOfService);
// https://developer.apple.com/documentation/foundation/thread
NS_SWIFT_NAME(Thread) NS_SWIFT_SENDABLE
@interface NSThread : NSObject
- (instancetype)initWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block;
- (void)start;
@property (nullable, copy) NSString *name;
@property NSUInteger stackSize;
@property NSQualityOfService qualityOfService;
@property (class, readonly) BOOL isMainThread;
@end

FOUNDATION_EXPORT NSString *NSHomeDirectory(void);
FOUNDATION_EXPORT NSString *NSStringFromClass(Class aClass);
FOUNDATION_EXPORT void NSLog(NSString *format, ...);

#if APPLE_MACOS
// https://developer.apple.com/documentation/foundation/filehandle
NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property (class, readonly, strong) NSFileHandle *fileHandleWithNullDevice NS_SWIFT_NAME(nullDevice);
@end
// https://developer.apple.com/documentation/foundation/process
NS_SWIFT_NAME(Process) NS_SWIFT_SENDABLE
@interface NSTask : NSObject
- (instancetype)init;
@property (nullable, copy) NSURL *executableURL;
@property (nullable, copy) NSArray<NSString *> *arguments;
@property (nullable, retain) id standardInput;
@property (nullable, retain) id standardOutput;
@property (nullable, retain) id standardError;
@property (readonly) int terminationStatus;
@property (nullable, copy) void (NS_SWIFT_SENDABLE ^terminationHandler)(NSTask *);
- (BOOL)launchAndReturnError:(NSError **)error NS_SWIFT_NAME(run());
@end
#endif

#pragma clang assume_nonnull end

#include <Foundation/NSNotification.h>
#include <Foundation/NSURLSession.h>
