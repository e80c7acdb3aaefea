-- An app requests userinfo of its users in turn.
local drive = require("drive")

drive.run(function(config)
  local next = drive.turns(config.access, function(token)
    return drive.prepare(200, "GET", "/oauth2/userinfo", "Authorization: Bearer " .. token .. "\r\n")
  end)
  return function() drive.find(drive.send(next()).body, '"sub":"[^"]+"') end
end)
