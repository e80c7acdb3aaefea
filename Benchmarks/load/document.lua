-- Requests one document repeatedly; status and length are checked.
local drive = require("drive")

drive.run(function(config)
  local request = drive.prepare(200, "GET", config.path, config.fields)
  return function()
    local length = #drive.send(request).body
    if length ~= config.length then error(config.path .. " has " .. length .. " bytes", 0) end
  end
end)
