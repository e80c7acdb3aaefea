# CocoaPods cannot resolve the Swift packages that the SDK needs. The pod contains the XCFrameworks that
# Scripts/make-xcframework.sh builds; the release publishes their zip, which contains this file too.
Pod::Spec.new do |spec|
  spec.name = "Gatehouse"
  spec.version = "0.1.0"
  spec.summary = "Sign-in with a Gatehouse server, and drop-in modules for Login with Amazon, MSAL and Kii."
  spec.homepage = "https://git.example.com/you/gatehouse"
  spec.license = { type: "Apache-2.0", file: "LICENSE" }
  spec.author = "The Gatehouse contributors"
  spec.source = { http: "#{spec.homepage}/releases/download/#{spec.version}/Gatehouse.zip" }

  spec.ios.deployment_target = "17.0"
  spec.osx.deployment_target = "14.0"
  spec.tvos.deployment_target = "17.0"
  spec.watchos.deployment_target = "10.0"
  spec.visionos.deployment_target = "1.0"
  spec.swift_versions = ["6.0"]
  spec.default_subspec = "Core"

  spec.subspec "Core" do |core|
    core.vendored_frameworks = "Gatehouse.xcframework", "GatehouseWire.xcframework", "HTTPTypes.xcframework"
  end

  %w[GatehouseUI LoginWithAmazon MSAL KiiSDK].each do |framework|
    spec.subspec framework do |subspec|
      subspec.dependency "Gatehouse/Core"
      subspec.vendored_frameworks = "#{framework}.xcframework"
    end
  end
end
