-- A service introspects access tokens of users in turn.
local drive = require("drive")

drive.run(function(config)
  local next = drive.turns(config.access, function(token)
    return drive.prepare(200, "POST", "/oauth2/introspect", config.service, "token=" .. token)
  end)
  return function() drive.find(drive.send(next()).body, '"active":true') end
end)
