-- A service requests client_credentials tokens.
local drive = require("drive")

drive.run(function(config)
  local request = drive.prepare(200, "POST", "/oauth2/token", config.service, "grant_type=client_credentials")
  return function() drive.find(drive.send(request).body, '"access_token":"(eyJ[^"]+)"') end
end)
