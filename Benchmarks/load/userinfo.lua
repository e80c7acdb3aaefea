-- An app requests userinfo.
local drive = require("drive")

drive.run(function(config)
  return function(user)
    user.asked = user.asked or drive.prepare(200, "GET", "/oauth2/userinfo",
      "Authorization: Bearer " .. config.access[user.index] .. "\r\n")
    drive.find(drive.send(user.asked).body, '"sub":"[^"]+"')
  end
end)
