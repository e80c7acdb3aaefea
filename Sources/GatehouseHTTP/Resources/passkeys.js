// Passkeys (WebAuthn Level 3). The parts of pages that need them stay hidden without this script.
"use strict";

{
  const decode = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const encode = (bytes) =>
    btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const decodeIDs = (list = []) => list.map((item) => ({ ...item, id: decode(item.id) }));

  // The conversions of the standard, and replacements for browsers without them.
  const parse = (kind, json) => {
    if (kind === "create") {
      return PublicKeyCredential.parseCreationOptionsFromJSON?.(json) ?? {
        ...json,
        challenge: decode(json.challenge),
        user: { ...json.user, id: decode(json.user.id) },
        excludeCredentials: decodeIDs(json.excludeCredentials),
      };
    }
    return PublicKeyCredential.parseRequestOptionsFromJSON?.(json) ?? {
      ...json,
      challenge: decode(json.challenge),
      allowCredentials: decodeIDs(json.allowCredentials),
    };
  };
  const serialize = (credential) => {
    // Password managers replace credentials by objects on which the browser's function fails.
    try { return JSON.stringify(credential.toJSON()); } catch {}
    const { response } = credential;
    const json = { clientDataJSON: encode(response.clientDataJSON) };
    if (response.attestationObject) {
      json.attestationObject = encode(response.attestationObject);
      json.transports = response.getTransports?.() ?? [];
    } else {
      json.authenticatorData = encode(response.authenticatorData);
      json.signature = encode(response.signature);
      if (response.userHandle) json.userHandle = encode(response.userHandle);
    }
    return JSON.stringify({
      id: credential.id,
      rawId: encode(credential.rawId),
      type: credential.type,
      authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
      clientExtensionResults: credential.getClientExtensionResults(),
      response: json,
    });
  };

  // Passkeys belong to a domain, so that addresses without one cannot have any.
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(location.hostname);
  const isSupported = "PublicKeyCredential" in window && "credentials" in navigator && !isAddress;

  const offer = (part) => {
    const kind = part.dataset.passkey;
    const options = JSON.parse(part.dataset.options);
    const field = part.querySelector("input");
    const button = part.querySelector("button");
    const problem = part.querySelector("[role=alert]");
    let ceremony;

    const perform = async (mediation) => {
      ceremony?.abort();
      ceremony = new AbortController();
      const { signal } = ceremony;
      problem.textContent = "";
      try {
        const publicKey = parse(kind, options);
        const credential = kind === "create"
          ? await navigator.credentials.create({ publicKey, signal })
          : await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) });
        if (!credential) return;
        field.value = serialize(credential);
        part.closest("form").requestSubmit(button);
      } catch (error) {
        if (signal.aborted || mediation) return;
        const { cancelled, exists, failed } = part.dataset;
        const texts = { NotAllowedError: cancelled, AbortError: cancelled, InvalidStateError: exists };
        problem.textContent = texts[error.name] ?? failed;
      }
    };

    button.addEventListener("click", (event) => {
      event.preventDefault();
      perform();
    });
    part.hidden = false;

    if ("unknown" in part.dataset) {
      PublicKeyCredential.signalUnknownCredential?.({ rpId: options.rpId, credentialId: part.dataset.unknown })
        .catch(() => {});
    }
    // Each challenge starts by itself once: reloading the page after a refusal does not repeat the question.
    if ("starts" in part.dataset && sessionStorage.getItem("passkey") !== options.challenge) {
      sessionStorage.setItem("passkey", options.challenge);
      perform();
    }
    if ("fills" in part.dataset) {
      PublicKeyCredential.isConditionalMediationAvailable?.()
        .then((isAvailable) => { if (isAvailable && !ceremony) perform("conditional"); })
        .catch(() => {});
    }
  };

  // Tells the browser which passkeys of the account exist, and the names that it shows with them.
  const announce = ({ dataset }) => {
    const account = { rpId: dataset.domain, userId: dataset.user };
    const allAcceptedCredentialIds = dataset.passkeys.split(" ").filter(Boolean);
    PublicKeyCredential.signalAllAcceptedCredentials?.({ ...account, allAcceptedCredentialIds }).catch(() => {});
    PublicKeyCredential.signalCurrentUserDetails?.(
      { ...account, name: dataset.name, displayName: dataset.displayName },
    ).catch(() => {});
  };

  if (isSupported) {
    for (const text of document.querySelectorAll("[data-passkey-missing]")) text.hidden = true;
    document.querySelectorAll("[data-passkey]").forEach(offer);
    document.querySelectorAll("[data-passkeys]").forEach(announce);
    const ability = document.querySelector("[name=creates-passkeys]");
    if (ability) {
      PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.()
        .then((isAvailable) => { ability.value = isAvailable; })
        .catch(() => {});
    }
  }
}
