import { createHash, sign } from "node:crypto";
import { expect, test } from "bun:test";
import {
  parsePublicKey,
  verifyPayload,
  type Wanted,
} from "../../src/app/updater/check/signature.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";
import { parseFacts, renderFacts, renderSignature } from "../../src/contract/shipped/minisign.ts";
import { generateKeys, openKey } from "../../src/cli/signer/minisign.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const wanted: Wanted = {
  app: "org.example.app",
  version: "1.1.0",
  target: "linux-x86_64",
  acceptUnbound: false,
  clock: 0,
};

async function verified(
  content: string,
  signature: string,
  publicKey: string,
  { acceptUnbound = false, clock = 0 } = {},
): Promise<string> {
  using dir = tempDir();
  await using payload = await Payload.open(dir.path);
  await payload.append(Buffer.from(content));
  return await verifyPayload(payload, signature, parsePublicKey(publicKey), {
    ...wanted,
    acceptUnbound,
    clock,
  });
}

const sum = (content: string) => createHash("sha512").update(content).digest("hex");

// Made by minisign itself: the examples of its verifiers.
const minisignKey = `untrusted comment: minisign public key E7620F1842B4E81F
RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3`;
const prehashed = `untrusted comment: signature from minisign secret key
RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=
trusted comment: timestamp:1556193335\tfile:test
y/rUw2y8/hOUYjZU71eHp/Wo1KZ40fGy2VJEDl34XMJM+TX48Ss/17u3IvIfbVR1FkZZSNCisQbuQY+bHwhEBg==`;
const legacy = `untrusted comment: signature from minisign secret key
RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=
trusted comment: timestamp:1555779966\tfile:test
QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==`;
const wrapped = (text: string): string => Buffer.from(text).toString("base64");

for (const [what, signature] of [
  ["with the sum of the file", prehashed],
  ["of old, of the file itself", legacy],
] as const) {
  test(`a signature by minisign ${what} is taken where unbound ones are`, async () => {
    const unbound = { acceptUnbound: true };
    expect(await verified("test", signature, minisignKey, unbound)).toBe(sum("test"));
    expect(await verified("test", wrapped(signature), wrapped(minisignKey), unbound)).toBe(
      sum("test"),
    );
    await expect(verified("test", signature, minisignKey)).rejects.toThrow(
      "its signature names no version",
    );
    await expect(verified("Test", signature, minisignKey)).rejects.toMatchObject({
      code: "bad-update",
      message: 'Cannot install version "1.1.0": it differs from the signed file',
    });
    for (const more of [
      `x\n${signature}`,
      `${signature}\nx`,
      signature.replace("trusted comment: t", "t"),
    ])
      await expect(verified("test", wrapped(more), minisignKey, unbound)).rejects.toThrow(
        "its signature must be the text of a .sig file",
      );
    const forged = signature.replace("file:test", "file:Test");
    await expect(verified("test", forged, minisignKey)).rejects.toThrow(
      "the comment of its signature was changed",
    );
  });
}

const keys = generateKeys(null);

/** A signature of "content" by our key, with whatever facts. */
function signed(comment: string, algorithm = "ED"): string {
  const { number, key } = openKey(keys.secretKey, "");
  const signature = sign(null, createHash("blake2b512").update("content").digest(), key);
  const seal = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key).toString("base64");
  const box = Buffer.concat([Buffer.from(algorithm), number, signature]).toString("base64");
  return wrapped(renderSignature({ box, comment, seal }));
}

const facts = { version: "1.1.0", target: "linux-x86_64", sha512: sum("content") };
/** The same key, with a comment as another program writes it; no signature covers it. */
const renamedKey = wrapped(
  Buffer.from(keys.publicKey, "base64")
    .toString()
    .replace("framework public key", "minisign public key"),
);

test("a signature whose version, target and sum fit is taken", async () => {
  expect(await verified("content", signed(renderFacts(facts)), keys.publicKey)).toBe(facts.sha512);
});

for (const name of ["version", "target", "sha512"] as const) {
  const { [name]: _, ...others } = facts;
  test(`a signature that names no ${name} is refused, whoever made the key, unless unbound ones are taken`, async () => {
    const signature = signed(renderFacts(others));
    for (const key of [keys.publicKey, renamedKey]) {
      await expect(verified("content", signature, key)).rejects.toThrow(
        `Cannot install version "1.1.0": its signature names no ${name}: sign it with \`npx framework signer\`, or set framework.updater.acceptUnboundSignatures`,
      );
      expect(await verified("content", signature, key, { acceptUnbound: true })).toBe(facts.sha512);
    }
  });

  test(`another ${name} is refused, also where unbound signatures are taken`, async () => {
    const signature = signed(renderFacts({ ...facts, [name]: "other" }));
    for (const acceptUnbound of [false, true])
      await expect(
        verified("content", signature, keys.publicKey, { acceptUnbound }),
      ).rejects.toThrow(`its signature is for ${name} "other", not`);
  });
}

test("a signature for this app is taken, and one for another is refused, also where unbound ones are taken", async () => {
  const ofApp = (app: string) => signed(renderFacts({ ...facts, app }));
  expect(await verified("content", ofApp(wanted.app), keys.publicKey)).toBe(facts.sha512);
  for (const app of ["org.example.other", "org.example.App", ""])
    for (const acceptUnbound of [false, true])
      await expect(
        verified("content", ofApp(app), keys.publicKey, { acceptUnbound }),
      ).rejects.toThrow(`its signature is for app "${app}", not "org.example.app"`);
});

test("a signature that ends is good until that second", async () => {
  const signature = signed(renderFacts({ ...facts, expires: "1000" }));
  expect(await verified("content", signature, keys.publicKey, { clock: 999 })).toBe(facts.sha512);
  for (const clock of [1000, 1001])
    await expect(verified("content", signature, keys.publicKey, { clock })).rejects.toThrow(
      "its signature was good until 1970-01-01",
    );
});

for (const end of ["soon", "1e9", "0x7fffffff", "-1", " 5", "5 ", "", "Infinity", "123456789012"]) {
  test(`a signature whose end is "${end}" has no valid end, and is refused`, async () => {
    const signature = signed(renderFacts({ ...facts, expires: end }));
    await expect(
      verified("content", signature, keys.publicKey, { acceptUnbound: true }),
    ).rejects.toThrow(`its signature ends at "${end}", which is no time`);
  });
}

test("a signature by another algorithm than minisign's two is none", async () => {
  for (const algorithm of ["EX", "ed", "RD", "\0\0"])
    await expect(
      verified("content", signed(renderFacts(facts), algorithm), keys.publicKey),
    ).rejects.toThrow("its signature must be the text of a .sig file");
});

test("a fact that is given twice is not believed", async () => {
  const comment = `${renderFacts(facts)}\tversion:1.1.0`;
  await expect(verified("content", signed(comment), keys.publicKey)).rejects.toThrow(
    'tells "version" twice',
  );
});

test("another key is refused, also when it has the same number", async () => {
  const { publicKey } = generateKeys(null);
  const signature = signed(renderFacts(facts));
  await expect(verified("content", signature, publicKey)).rejects.toThrow(
    "it was signed with another key",
  );
  const [, line = ""] = Buffer.from(publicKey, "base64").toString().split("\n");
  const bytes = Buffer.from(line, "base64");
  openKey(keys.secretKey, "").number.copy(bytes, 2);
  const forged = wrapped(`untrusted comment: framework public key\n${bytes.toString("base64")}\n`);
  await expect(verified("content", signature, forged)).rejects.toThrow(
    "the comment of its signature was changed",
  );
});

test("facts come back as they were given, and cannot pass for others", () => {
  expect(parseFacts(renderFacts({ ...facts, file: "a\tversion:9.9.9\n" }))).toEqual({
    ...facts,
    file: "a_version:9.9.9_",
  });
});

for (const text of ["", "nonsense", wrapped("untrusted comment: x\nRWQf6LRC"), keys.secretKey]) {
  test(`"${text.slice(0, 20)}" is no public key`, () =>
    expect(() => parsePublicKey(text)).toThrow(
      "framework.updater.pubkey must be a public key of minisign",
    ));
  test(`"${text.slice(0, 20)}" is no signature`, async () =>
    expect(verified("content", text, keys.publicKey)).rejects.toThrow(
      "its signature must be the text of a .sig file",
    ));
}

const spaced = minisignKey.replace("\n", "\r\n\r\n");
for (const [what, text] of [
  ["behind an empty line", `\n${minisignKey}`],
  ["behind a space", ` ${minisignKey}`],
  ["behind the mark of UTF-8", `\ufeff${minisignKey}`],
  ["with line ends of Windows and an empty line", `${spaced}\r\n`],
  ["with line ends of old", minisignKey.replace("\n", "\r")],
  ["in base64", wrapped(minisignKey)],
  ["in base64, behind the mark of UTF-8", wrapped(`\ufeff${minisignKey}`)],
  ["in base64, with spaces and empty lines inside", wrapped(`\n ${spaced} \n`)],
  [
    "in base64 on several lines",
    `\ufeff${wrapped(`${minisignKey}\n`).replace(/.{76}/g, "$&\r\n")}\n`,
  ],
] as const) {
  test(`a key is the same ${what}`, () => {
    const { number, key } = parsePublicKey(text);
    const plain = parsePublicKey(minisignKey);
    expect([number, key.export({ format: "jwk" })]).toEqual([
      plain.number,
      plain.key.export({ format: "jwk" }),
    ]);
  });
}

const otherKey = generateKeys(null).publicKey;
for (const [what, text] of [
  ["one behind the other", `${minisignKey}\n${Buffer.from(otherKey, "base64").toString()}`],
  ["under one comment", `${minisignKey}\n${minisignKey.split("\n")[1]}`],
  ["in one base64", wrapped(`${minisignKey}\n${Buffer.from(otherKey, "base64").toString()}`)],
  ["each in base64", `${wrapped(minisignKey)}\n${otherKey}`],
] as const) {
  test(`of two keys ${what} none is taken`, () =>
    expect(() => parsePublicKey(text)).toThrow("pubkey must be one public key of minisign, not 2"));
}

const [, keyLine = ""] = minisignKey.split("\n");
for (const [what, text] of [
  ["without its comment", keyLine],
  ["with a second comment", `untrusted comment: x\n${minisignKey}`],
  ["with more behind it", `${minisignKey}\nmore`],
  ["of another algorithm", minisignKey.replace("RWQ", "RWU")],
  ["that is cut short", minisignKey.slice(0, -4)],
] as const) {
  test(`a key ${what} is none`, () =>
    expect(() => parsePublicKey(text)).toThrow("pubkey must be a public key of minisign"));
}

test("a key has the number that minisign writes beside it", () => {
  const { number } = parsePublicKey(minisignKey);
  expect(Buffer.from(number).reverse().toString("hex").toUpperCase()).toBe("E7620F1842B4E81F");
});
