-- A service introspects access tokens of users.
local drive = require("drive")

drive.run(function(config)
  return function(user)
    user.asked = user.asked or drive.prepare(200, "POST", "/oauth2/introspect", config.service,
      "token=" .. config.access[user.index])
    drive.find(drive.send(user.asked).body, '"active":true')
  end
end)
