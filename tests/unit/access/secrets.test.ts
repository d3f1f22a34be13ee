import { describe, expect, it } from "vitest";
import { isLoginName } from "../../../server/access/login-name.ts";
import { passwordHash, passwordMatches } from "../../../server/access/password.ts";
import { newToken, tokenHash } from "../../../server/access/token.ts";

describe("passwords", () => {
  it("a password matches only its own hash, in any Unicode form of its letters", async () => {
    const kept = await passwordHash("Grüße\u00e9");
    expect(kept).toMatch(/^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await passwordMatches("Gru\u0308ßee\u0301", kept)).toBe(true);
    expect(await passwordMatches("Grüße", kept)).toBe(false);
  });

  it("two hashes of one password differ", async () => {
    expect(await passwordHash("x")).not.toBe(await passwordHash("x"));
  });

  it("an older hash is checked at its own cost", async () => {
    // The hash was made with 8 MiB, three passes and a tag of 16 bytes.
    const { argon2Sync } = await import("node:crypto");
    const nonce = Buffer.alloc(16, 7);
    const cost = { memory: 8192, passes: 3, parallelism: 2, tagLength: 16 };
    const hash = argon2Sync("argon2id", { ...cost, message: Buffer.from("old"), nonce });
    const kept = `argon2id$8192$3$2$${nonce.toString("base64url")}$${hash.toString("base64url")}`;
    expect(await passwordMatches("old", kept)).toBe(true);
    expect(await passwordMatches("new", kept)).toBe(false);
  });

  it.each([null, "", "sha256:abc", "argon2id$19456$2$1$abc$", "argon2i$19456$2$1$AAAA$AAAA"])(
    "nothing matches %j",
    async (kept) => {
      expect(await passwordMatches("", kept)).toBe(false);
    },
  );
});

describe("tokens", () => {
  it("a new token has 64 characters and differs from every other", () => {
    expect(newToken()).toMatch(/^[\w-]{64}$/);
    expect(newToken()).not.toBe(newToken());
  });

  it("the stored hash names its method", () => {
    expect(tokenHash("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("login names", () => {
  it.each([
    ["ab1234", true],
    ["AB1234", false],
    [" ab1234", false],
    ["ab\u00001234", false],
    ["", false],
  ])("%j: %s", (text, isOne) => {
    expect(isLoginName(text)).toBe(isOne);
  });
});
