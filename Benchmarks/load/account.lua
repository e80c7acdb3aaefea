-- A signed-in browser opens a page of the account.
local drive = require("drive")

drive.run(function(config)
  return function(user)
    user.asked = user.asked or drive.prepare(200, "GET", config.path,
      "Cookie: " .. config.cookies[(user.index - 1) % #config.cookies + 1] .. "\r\n")
    drive.find(drive.send(user.asked).body, 'name="csrf" value="[^"]+"')
  end
end)
