-- An app redeems codes until none is left.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  local used = 0
  return function()
    used = used + 1
    local code = config.codes[used] or drive.exhausted()
    drive.find(drive.post(200, "/oauth2/token", pages.exchange(config, code)).body, '"id_token":"eyJ')
  end
end)
