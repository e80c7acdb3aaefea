-- A confidential client pushes authorization requests.
local drive = require("drive")
local pages = require("pages")

drive.run(function(config)
  local path = pages.authorize({ client = config.backend_id, redirect = config.redirect, challenge = config.challenge })
  local request = drive.prepare(201, "POST", "/oauth2/par", config.backend, drive.find(path, "%?(.+)"))
  return function()
    drive.find(drive.send(request).body, '"request_uri":"urn:ietf:params:oauth:request_uri:[^"]+"')
  end
end)
