// A user of an app with KiiCloudSDK-JS 3: node kii_app.js CHECKOUT

const assert = require("node:assert");
const path = require("node:path");

const { Kii, KiiUser } = require(path.resolve(process.argv[2], "lib/cjs/index.js"));
const { KII_BASE, KII_ID, KII_KEY, KII_USER, KII_EMAIL, KII_PHONE, KII_MAIL, KII_PASSWORD, KII_OTHER_PASSWORD } =
  process.env;

/** Returns the newest code sent to an address, after a number of messages with codes. */
async function code(address, count) {
  for (let tries = 0; tries < 1000; tries++) {
    const all = await (await fetch(KII_MAIL)).json();
    const mine = all.filter((message) => [message.to].flat().includes(address));
    const codes = mine.flatMap((message) => JSON.stringify(message).match(/\b\d{8}\b/)?.[0] ?? []);
    if (codes.length >= count) return codes[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no code ${count} to ${address}`);
}

/** Checks that a call is rejected with this code. */
async function refused(code, call) {
  const error = await call().then(
    () => null,
    (error) => error,
  );
  assert.ok(error, `${code}: it was not refused`);
  assert.ok(String(error.message).includes(code), `${code}: ${error.message}`);
}

async function main() {
  Kii.initializeWithSite(KII_ID, KII_KEY, KII_BASE);

  // Registration and sign-in.
  const fresh = KiiUser.userWithCredentials(KII_EMAIL, KII_PHONE, KII_USER, KII_PASSWORD);
  fresh.set("score", 4298);
  await fresh.register();
  const id = KiiUser.getCurrentUser().getID();
  await refused("USER_ALREADY_EXISTS", () => KiiUser.userWithUsername(KII_USER, KII_PASSWORD).register());
  await refused("invalid_grant", () => KiiUser.authenticate(KII_USER, "a guess here"));
  await refused("invalid_grant", () => KiiUser.authenticate("nobody." + KII_USER, KII_PASSWORD));
  const user = await KiiUser.authenticate(KII_USER, KII_PASSWORD);
  assert.strictEqual(user.getID(), id);

  // Reading and changing.
  await user.refresh();
  assert.strictEqual(user.get("score"), 4298);
  assert.strictEqual(user.getPendingEmailAddress(), KII_EMAIL);
  assert.strictEqual(user.getPendingPhoneNumber(), KII_PHONE);
  assert.strictEqual(user.isPseudoUser(), false);
  user.setDisplayName("Ada");
  user.set("level", { now: 4 });
  await user.save();
  await user.update({}, { country: "JP", displayName: "Ada L.", gold: 1.5 }, ["score"]);
  await user.refresh();
  assert.strictEqual(user.getDisplayName(), "Ada L.");
  assert.strictEqual(user.getCountry(), "JP");
  assert.deepStrictEqual(user.get("level"), { now: 4 });
  assert.strictEqual(user.get("gold"), 1.5);

  // Addresses.
  await refused("INVALID_VERIFICATION_CODE", () => user.verifyPhoneNumber("00000000"));
  await user.verifyPhoneNumber(await code(KII_PHONE, 1));
  await refused("INVALID_ACCOUNT_STATUS", () => user.resendPhoneNumberVerification());
  await user.resendEmailVerification();
  await user.verifyCredentials("email-address", await code(KII_EMAIL, 1));
  await user.refresh();
  assert.ok(user.isEmailVerified() && user.isPhoneVerified());
  await user.changeEmail("new." + KII_EMAIL);
  await user.refresh();
  assert.strictEqual(user.getEmailAddress(), KII_EMAIL);
  assert.strictEqual(user.getPendingEmailAddress(), "new." + KII_EMAIL);
  await refused("INVALID_INPUT_DATA", () => user.changePhone("12"));
  assert.strictEqual((await KiiUser.authenticate(KII_PHONE, KII_PASSWORD)).getID(), id);

  // Finding.
  for (const find of [
    () => KiiUser.findUserByUsername(KII_USER),
    () => KiiUser.findUserByEmail(KII_EMAIL),
    () => KiiUser.findUserByPhone(KII_PHONE),
  ]) {
    assert.strictEqual((await find()).getID(), id);
  }
  await refused("USER_NOT_FOUND", () => KiiUser.findUserByUsername("nobody." + KII_USER));

  // Several users on one device.
  const token = KiiUser.getCurrentUser().getAccessToken();
  const pseudo = await KiiUser.registerAsPseudoUser({ score: 1 });
  assert.notStrictEqual(pseudo.getID(), id);
  await pseudo.refresh();
  assert.strictEqual(pseudo.isPseudoUser(), true);
  const pseudoToken = pseudo.getAccessToken();
  assert.strictEqual((await KiiUser.authenticateWithToken(token)).getID(), id);
  await refused("WRONG_TOKEN", () => KiiUser.authenticateWithToken(token + "x"));
  assert.strictEqual(KiiUser.getCurrentUser().getID(), id);
  const normal = await KiiUser.authenticateWithToken(pseudoToken);
  await normal.putIdentity({ username: "p." + KII_USER }, KII_PASSWORD, { score: 2 });
  assert.strictEqual((await KiiUser.authenticate("p." + KII_USER, KII_PASSWORD)).getID(), pseudo.getID());
  await KiiUser.getCurrentUser().delete();

  // Passwords.
  const back = await KiiUser.authenticateWithToken(token);
  await refused("WRONG_PASSWORD", () => back.updatePassword("a guess here", KII_OTHER_PASSWORD));
  await back.updatePassword(KII_PASSWORD, KII_OTHER_PASSWORD);
  await refused("WRONG_TOKEN", () => KiiUser.authenticateWithToken(token));
  await KiiUser.authenticate(KII_USER, KII_OTHER_PASSWORD);
  await KiiUser.resetPassword(KII_EMAIL);
  await KiiUser.completeResetPassword(KII_EMAIL, await code(KII_EMAIL, 2), KII_PASSWORD);
  await KiiUser.authenticate(KII_USER, KII_PASSWORD);
  await KiiUser.resetPasswordWithNotificationMethod(KII_PHONE, "SMS_PIN");
  await KiiUser.completeResetPassword(KII_PHONE, await code(KII_PHONE, 2), KII_OTHER_PASSWORD);
  KiiUser.logOut();
  await refused("UNAUTHORIZED", () => KiiUser.findUserByUsernameWithoutLogin(KII_USER));
  const last = await KiiUser.authenticate(KII_USER, KII_OTHER_PASSWORD);
  await last.delete();
  await refused("invalid_grant", () => KiiUser.authenticate(KII_USER, KII_OTHER_PASSWORD));
}

main().then(
  () => console.log("done"),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
