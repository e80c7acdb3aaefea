-- Four requests of a new browser: authorization, the sign-in page, the assertion of the user's passkey, tokens.
-- The load generator signs each challenge with libcrypto, which wrk has loaded, with the key that all users share.
local drive = require("drive")
local pages = require("pages")
local ffi = require("ffi")

ffi.cdef([[
  typedef struct evp_pkey_st EVP_PKEY;
  typedef struct evp_md_st EVP_MD;
  typedef struct evp_md_ctx_st EVP_MD_CTX;
  EVP_PKEY *d2i_AutoPrivateKey(EVP_PKEY **key, const unsigned char **bytes, long length);
  const EVP_MD *EVP_sha256(void);
  EVP_MD_CTX *EVP_MD_CTX_new(void);
  void EVP_MD_CTX_free(EVP_MD_CTX *context);
  int EVP_DigestSignInit(EVP_MD_CTX *context, void **parameters, const EVP_MD *digest, void *engine, EVP_PKEY *key);
  int EVP_DigestSign(EVP_MD_CTX *context, unsigned char *signature, size_t *length, const unsigned char *data, size_t size);
  unsigned char *SHA256(const unsigned char *data, size_t length, unsigned char *digest);
]])

local function library()
  for _, name in ipairs({ "libcrypto.so.3", "crypto", "libcrypto.3.dylib" }) do
    local found, crypto = pcall(ffi.load, name)
    if found then return crypto end
  end
  error("libcrypto was not found")
end

local crypto = library()

local function sha256(text)
  local digest = ffi.new("unsigned char[32]")
  crypto.SHA256(text, #text, digest)
  return ffi.string(digest, 32)
end

-- Returns the private key of its DER in hexadecimal digits.
local function key(digits)
  local der = digits:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)
  local bytes = ffi.new("const unsigned char *[1]", ffi.cast("const unsigned char *", der))
  local found = crypto.d2i_AutoPrivateKey(nil, bytes, #der)
  assert(found ~= nil, "the key is malformed")
  return found
end

local function sign(private, text)
  local context = crypto.EVP_MD_CTX_new()
  local signature, length = ffi.new("unsigned char[80]"), ffi.new("size_t[1]", 80)
  assert(crypto.EVP_DigestSignInit(context, nil, crypto.EVP_sha256(), nil, private) == 1)
  assert(crypto.EVP_DigestSign(context, signature, length, text, #text) == 1)
  crypto.EVP_MD_CTX_free(context)
  return ffi.string(signature, length[0])
end

local DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

local function base64url(text)
  local digits = {}
  for first = 1, #text, 3 do
    local a, b, c = text:byte(first, first + 2)
    local group = a * 65536 + (b or 0) * 256 + (c or 0)
    for place = 3, c and 0 or b and 1 or 2, -1 do
      local digit = math.floor(group / 64 ^ place) % 64
      digits[#digits + 1] = DIGITS:sub(digit + 1, digit + 1)
    end
  end
  return table.concat(digits)
end

drive.run(function(config)
  local private = key(config.passkey)
  -- The user is present and verified; the key is synchronized, and has no counter (WebAuthn Level 3 §6.1).
  local authenticator = sha256("localhost") .. string.char(0x1d) .. string.rep("\0", 4)
  return function(user)
    user.turns = (user.turns or 0) + 1
    local number = config.first + ((user.index - 1) * 2 + user.turns % 2) * config.stride
    local id = base64url(string.format("passkey-%08d", number))
    local visit = pages.open(config)
    local challenge = drive.find(visit.page, "&quot;challenge&quot;:&quot;([%w_-]+)&quot;")
    local client = '{"type":"webauthn.get","challenge":"' .. challenge .. '","origin":"http://' .. config.host .. '"}'
    local response = '{"id":"' .. id .. '","rawId":"' .. id .. '","type":"public-key","clientExtensionResults":{},"response":{'
      .. '"clientDataJSON":"' .. base64url(client) .. '","authenticatorData":"' .. base64url(authenticator)
      .. '","signature":"' .. base64url(sign(private, authenticator .. sha256(client))) .. '"}}'
    local answer = pages.press(visit, "passkey", "&passkey=" .. drive.escape(response))
    drive.find(pages.redeem(config, answer), '"id_token":"eyJ')
  end
end)
