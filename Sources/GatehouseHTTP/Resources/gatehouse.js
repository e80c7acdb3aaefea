// Optional enhancements: all pages work without this script.
"use strict";

// Submits each form only once. It is enabled again when the browser restores the page from its cache, and after a
// while: a redirect to a native app leaves the page open.
const reopen = (form) => {
  delete form.dataset.sent;
  for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
};
for (const form of document.forms) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
    setTimeout(reopen, 8000, form);
  });
}
addEventListener("pageshow", (event) => {
  if (event.persisted) [...document.forms].forEach(reopen);
});

// Replaces a logo that fails to load with the app's initial, for browsers where the style sheet cannot.
for (const image of document.querySelectorAll(".brand-image")) {
  image.decode().catch(() => {
    const initial = document.createElement("span");
    initial.className = "brand-logo brand-initial";
    initial.setAttribute("aria-hidden", "true");
    initial.textContent = image.alt;
    image.replaceWith(initial);
  });
}

// Shows a back button on an error page that has no link to the app.
const back = document.querySelector("[data-back]");
if (back && history.length > 1) {
  back.hidden = false;
  back.addEventListener("click", () => history.back());
}

// Submits a form post response.
document.querySelector("form[data-send]")?.requestSubmit();

// Counts down until a new code can be requested.
const resend = document.querySelector("button[data-wait]");
const wait = document.querySelector(".resend-wait");
if (resend && wait) {
  const ready = performance.now() + resend.dataset.wait * 1000;
  resend.disabled = true;
  const tick = () => {
    const seconds = Math.ceil((ready - performance.now()) / 1000);
    if (seconds > 0) {
      wait.textContent = wait.dataset.template.replace("{seconds}", seconds);
      return;
    }
    clearInterval(timer);
    resend.disabled = false;
    wait.textContent = "";
    document.querySelector("[data-announce]").textContent = wait.dataset.ready;
  };
  const timer = setInterval(tick, 250);
}

// Adds a button to show or hide the password.
for (const control of document.querySelectorAll("[data-show]")) {
  const input = control.querySelector("input");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reveal";
  button.setAttribute("aria-controls", input.id);
  const show = (visible) => {
    input.type = visible ? "text" : "password";
    button.textContent = visible ? control.dataset.hide : control.dataset.show;
    button.setAttribute("aria-pressed", visible);
  };
  button.addEventListener("click", () => {
    show(input.type === "password");
    input.focus();
  });
  // Submits a password field in any case, so that the browser offers to save the password.
  input.form.addEventListener("submit", () => show(false));
  show(false);
  control.append(button);
}

// Prints and copies recovery codes, which can be selected without this script.
const tools = document.querySelector("[data-tools]");
if (tools) {
  tools.hidden = false;
  tools.querySelector("[data-print]").addEventListener("click", () => print());
  const copy = tools.querySelector("[data-copy]");
  copy.hidden = !navigator.clipboard;
  copy.addEventListener("click", async () => {
    const codes = [...document.querySelectorAll("[data-codes] code")].map((code) => code.textContent);
    await navigator.clipboard.writeText(codes.join("\n"));
    tools.querySelector("[role=status]").textContent = tools.dataset.tools;
  });
}
