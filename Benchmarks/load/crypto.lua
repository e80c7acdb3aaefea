-- Signatures and hashes of libcrypto, which wrk has loaded.
local ffi = require("ffi")
local crypto = {}

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
  int EVP_EncodeBlock(unsigned char *text, const unsigned char *bytes, int length);
]])

local function library()
  for _, name in ipairs({ "libcrypto.so.3", "crypto", "libcrypto.3.dylib" }) do
    local found, library = pcall(ffi.load, name)
    if found then return library end
  end
  error("libcrypto was not found")
end

local libcrypto = library()

function crypto.sha256(text)
  local digest = ffi.new("unsigned char[32]")
  libcrypto.SHA256(text, #text, digest)
  return ffi.string(digest, 32)
end

-- Returns the private key of its DER in hexadecimal digits.
function crypto.key(digits)
  local der = digits:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)
  local bytes = ffi.new("const unsigned char *[1]", ffi.cast("const unsigned char *", der))
  local found = libcrypto.d2i_AutoPrivateKey(nil, bytes, #der)
  assert(found ~= nil, "the key is malformed")
  return found
end

-- Returns the ES256 signature in DER, as of passkeys (WebAuthn Level 3 §6.5.5).
function crypto.sign_der(private, text)
  local context = libcrypto.EVP_MD_CTX_new()
  local signature, length = ffi.new("unsigned char[80]"), ffi.new("size_t[1]", 80)
  assert(libcrypto.EVP_DigestSignInit(context, nil, libcrypto.EVP_sha256(), nil, private) == 1)
  assert(libcrypto.EVP_DigestSign(context, signature, length, text, #text) == 1)
  libcrypto.EVP_MD_CTX_free(context)
  return ffi.string(signature, length[0])
end

-- Returns the ES256 signature as 32 bytes of r and 32 of s (RFC 7518 §3.4).
function crypto.sign_raw(private, text)
  local der = crypto.sign_der(private, text)
  local length = der:byte(4)
  local function fixed(integer) return (string.rep("\0", 32) .. integer):sub(-32) end
  return fixed(der:sub(5, 4 + length)) .. fixed(der:sub(7 + length))
end

function crypto.base64url(bytes)
  local text = ffi.new("unsigned char[?]", math.ceil(#bytes / 3) * 4 + 1)
  local length = libcrypto.EVP_EncodeBlock(text, bytes, #bytes)
  return (ffi.string(text, length):gsub("[+/=]", { ["+"] = "-", ["/"] = "_", ["="] = "" }))
end

return crypto
