import KiiSDK
