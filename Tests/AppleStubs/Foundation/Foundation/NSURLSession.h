// https://developer.apple.com/documentation/foundation/urlsession
#pragma once

#pragma clang assume_nonnull begin

@class NSHTTPCookie, NSURLRequest;

typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) {
    NSURLRequestUseProtocolCachePolicy = 0,
    NSURLRequestReloadIgnoringLocalCacheData = 1,
} NS_SWIFT_NAME(NSURLRequest.CachePolicy);
typedef NS_ENUM(NSUInteger, NSHTTPCookieAcceptPolicy) {
    NSHTTPCookieAcceptPolicyAlways,
    NSHTTPCookieAcceptPolicyNever,
} NS_SWIFT_NAME(NSHTTPCookie.AcceptPolicy);
NS_SWIFT_NAME(HTTPCookie) NS_SWIFT_SENDABLE
@interface NSHTTPCookie : NSObject
@end
NS_SWIFT_NAME(HTTPCookieStorage) NS_SWIFT_SENDABLE
@interface NSHTTPCookieStorage : NSObject
@end
NS_SWIFT_NAME(URLCache) NS_SWIFT_SENDABLE
@interface NSURLCache : NSObject
@end

NS_BRIDGED("Foundation.URLRequest") NS_SWIFT_SENDABLE
@interface NSURLRequest : NSObject <NSCopying>
@end
// https://developer.apple.com/documentation/foundation/httpurlresponse
NS_SWIFT_NAME(URLResponse) NS_SWIFT_SENDABLE
@interface NSURLResponse : NSObject <NSCopying>
@end
NS_SWIFT_NAME(HTTPURLResponse) NS_SWIFT_SENDABLE
@interface NSHTTPURLResponse : NSURLResponse
@property (readonly) NSInteger statusCode;
@property (readonly, copy) NSDictionary *allHeaderFields;
@end

NS_SWIFT_NAME(URLSessionTask) NS_SWIFT_SENDABLE
@interface NSURLSessionTask : NSObject <NSCopying>
@property (readonly) NSUInteger taskIdentifier;
@property (nullable, readonly, copy) NSURLRequest *originalRequest;
@property (nullable, readonly, copy) NSURLResponse *response;
@property (readonly) long long countOfBytesSent;
- (void)cancel;
- (void)resume;
@end
NS_SWIFT_NAME(URLSessionDataTask) NS_SWIFT_SENDABLE
@interface NSURLSessionDataTask : NSURLSessionTask
@end
// https://developer.apple.com/documentation/foundation/urlsessiontaskmetrics
NS_SWIFT_NAME(URLSessionTaskTransactionMetrics) NS_SWIFT_SENDABLE
@interface NSURLSessionTaskTransactionMetrics : NSObject
@property (nullable, copy, readonly) NSDate *requestStartDate;
@end
NS_SWIFT_NAME(URLSessionTaskMetrics) NS_SWIFT_SENDABLE
@interface NSURLSessionTaskMetrics : NSObject
@property (copy, readonly) NSArray<NSURLSessionTaskTransactionMetrics *> *transactionMetrics;
@end

// https://developer.apple.com/documentation/foundation/urlsessionconfiguration
NS_SWIFT_NAME(URLSessionConfiguration) NS_SWIFT_SENDABLE
@interface NSURLSessionConfiguration : NSObject <NSCopying>
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration NS_SWIFT_NAME(ephemeral);
@property NSURLRequestCachePolicy requestCachePolicy;
@property NSTimeInterval timeoutIntervalForRequest;
@property NSTimeInterval timeoutIntervalForResource;
@property BOOL HTTPShouldSetCookies;
@property NSHTTPCookieAcceptPolicy HTTPCookieAcceptPolicy;
@property (nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property (nullable, retain) NSURLCache *URLCache;
@end

NS_SWIFT_NAME(OperationQueue) NS_SWIFT_SENDABLE
@interface NSOperationQueue : NSObject
@end

@class NSURLSession;
// https://developer.apple.com/documentation/foundation/urlsessiondelegate
NS_SWIFT_NAME(URLSessionDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDelegate <NSObject>
@end
// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate
NS_SWIFT_NAME(URLSessionTaskDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLRequest *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    didFinishCollectingMetrics:(NSURLSessionTaskMetrics *)metrics;
- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error;
@end
// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
NS_SWIFT_NAME(URLSessionDataDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
          dataTask:(NSURLSessionDataTask *)dataTask
    didReceiveData:(NSData *)data;
@end

NS_SWIFT_NAME(URLSession) NS_SWIFT_SENDABLE
@interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                  delegate:(nullable id<NSURLSessionDelegate>)delegate
                             delegateQueue:(nullable NSOperationQueue *)queue;
- (void)finishTasksAndInvalidate;
@property (class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request
                            completionHandler:(void (NS_SWIFT_SENDABLE ^)(
                                                  NSData *_Nullable data,
                                                  NSURLResponse *_Nullable response,
                                                  NSError *_Nullable error))completionHandler;
@end

#pragma clang assume_nonnull end
