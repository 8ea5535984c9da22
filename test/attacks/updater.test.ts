// Attacks on updates: by whoever has the server or the network, or may write where the app is.

import { expect, spyOn, test } from "bun:test";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AppEvent } from "../../src/app/public-api/app-events.ts";
import { Consent } from "../../src/app/updater/consent.ts";
import { Updater } from "../../src/app/updater/updater.ts";
import type { ChoiceRequest } from "../../src/contract/ui/index.ts";
import type { UpdateStatus, UpdateStatusResult } from "../../src/contract/commands/updater.ts";
import type { MemoryApp } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { steps } from "../../src/app/updater/install/linux.ts";
import { download } from "../../src/app/updater/download/download.ts";
import { findRelease } from "../../src/app/updater/check/feed.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import { check, install, image, UpdateSite, type Offer } from "../support/update-site.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

const evil = image(secret);

/** The same key with a comment as another program writes it. */
function renamed(publicKey: string): string {
  const text = Buffer.from(publicKey, "base64").toString();
  return Buffer.from(text.replace("framework public key", "minisign public key")).toString(
    "base64",
  );
}

/** Lets the app install a server's offer. The result is the version that is installed then. */
async function installs(
  site: UpdateSite,
  offer: Offer,
  settings: Parameters<UpdateSite["start"]>[0] = {},
): Promise<string> {
  await site.offer(offer);
  using app = await site.start(settings);
  try {
    await app.page.invoke("updater.installUpdate", {});
  } finally {
    // Refused or not: nothing but an update is left there.
    expect(site.names.filter((name) => !name.endsWith(".previous"))).toEqual(["Memory.AppImage"]);
  }
  return site.installed;
}

// Signed offers
// -----------------------------------------------------------------------------------------

attack("CVE-2026-95625: an old version, signed once, comes back as the newest", async (isWeak) => {
  using site = new UpdateSite();
  const bound = isWeak ? { version: null, target: null } : { version: "0.9.0" };
  return await installs(
    site,
    { version: "9.9.9", payload: evil, bound },
    { acceptUnboundSignatures: isWeak },
  );
});

attack(
  "CVE-2026-95625: the update for another system comes as the one for this",
  async (isWeak) => {
    using site = new UpdateSite();
    const bound = isWeak ? { version: null, target: null } : { target: "linux-riscv64" };
    return await installs(site, { payload: evil, bound }, { acceptUnboundSignatures: isWeak });
  },
);

attack(
  "a release of another app of the author's, signed with the same key, takes the place of this one",
  async (isWeak) => {
    using site = new UpdateSite();
    const bound = { app: isWeak ? null : "org.example.todo" };
    return await installs(site, { version: "3.0.0", payload: evil, bound });
  },
);

attack("a signature that names no version is used for any", async (isWeak) => {
  using site = new UpdateSite();
  return await installs(
    site,
    { payload: evil, bound: { version: null } },
    { acceptUnboundSignatures: isWeak },
  );
});

attack(
  "a signature that names nothing is used for any, because its key is said to be another signer's",
  async (isWeak) => {
    using site = new UpdateSite();
    const settings = { pubkey: renamed(site.keys.publicKey), acceptUnboundSignatures: isWeak };
    return await installs(
      site,
      { version: "9.9.9", payload: evil, bound: { version: null, target: null } },
      settings,
    );
  },
);

attack("the version in a signature's comment is written over", async (isWeak) => {
  using site = new UpdateSite();
  await site.offer({
    payload: evil,
    version: "1.1.0",
    bound: { version: isWeak ? "1.1.0" : "0.9.0" },
  });
  const feed = (await (await fetch(`${site.url}/feed`)).json()) as {
    platforms: Record<string, { signature: string }>;
  };
  for (const entry of Object.values(feed.platforms)) {
    const text = Buffer.from(entry.signature, "base64")
      .toString()
      .replace("version:0.9.0", "version:1.1.0");
    entry.signature = Buffer.from(text).toString("base64");
  }
  site.answers["/feed"] = () => Response.json(feed);
  using app = await site.start();
  await app.page.invoke("updater.installUpdate", {});
  return site.installed;
});

attack("the download is another one than was signed", async (isWeak) => {
  using site = new UpdateSite();
  return await installs(site, { payload: evil, signed: isWeak ? evil : image("honest") });
});

attack("an update is signed with another key", async (isWeak) => {
  using site = new UpdateSite();
  const { secretKey, publicKey } = generateKeys(null);
  return await installs(site, { payload: evil, secretKey }, isWeak ? { pubkey: publicKey } : {});
});

attack(
  "TRI-016: a signature of old brings back a version below the highest that was installed",
  async (isWeak) => {
    using site = new UpdateSite();
    site.state = { highest: isWeak ? null : "2.0.0", failed: null, waiting: null };
    using _write = spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      return await installs(site, { payload: evil, version: "1.5.0" });
    } catch (error) {
      // There is nothing newer, so there is nothing to install.
      expect(error).toMatchObject({ code: "unavailable" });
      return null;
    }
  },
);

test("the app reads the highest installed version again after the download", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: evil, version: "1.5.0" });
  site.answers["/download"] = () => {
    site.state = { highest: "2.0.0", failed: null, waiting: null };
    return new Response(evil as Uint8Array<ArrayBuffer>);
  };
  using app = await site.start();
  await expect(app.page.invoke("updater.installUpdate", {})).rejects.toMatchObject({
    code: "bad-update",
    message: 'Cannot install version "1.5.0": version "2.0.0" was installed before',
  });
  expect([site.installed, site.names]).toEqual(["version 1.0.0", ["Memory.AppImage"]]);
});

// Refused updates
// ---------------------------------------------------------------------------------------

/**
 * An app whose user refuses 1.1.0, and which then lets a page try to install it. The result is the
 * installed version.
 */
async function afterNo(
  isWeak: boolean,
  want: (app: MemoryApp) => Promise<unknown>,
): Promise<string> {
  using site = new UpdateSite();
  await site.offer({ payload: evil });
  using refused = spyOn(Consent.prototype, "isRefused");
  // Without the rule the app just installs.
  using ask = spyOn(Consent.prototype, "ask");
  if (isWeak) {
    refused.mockReturnValue(false);
    ask.mockResolvedValueOnce(false).mockResolvedValue(true);
  }
  const asked: string[] = [];
  const choice = ({ title }: ChoiceRequest) => (asked.push(title), { button: 1, checked: false });
  // Without the rule, the app asks about a restart.
  const message = () => 1;
  using app = await site.start({ dialog: true }, { answers: { choice, message } });
  await waitFor("the question", () => ask.mock.results.length === 1);
  await ask.mock.results[0]?.value;
  try {
    await want(app);
    return site.installed;
  } finally {
    if (!isWeak) expect(asked).toHaveLength(1);
  }
}

attack("a page installs what the user refused, by its function", async (isWeak) =>
  afterNo(isWeak, ({ page }) => page.invoke("updater.installUpdate", {})),
);

for (const event of ["framework://update-install", "framework://update"]) {
  attack(`a page installs what the user refused, by ${event}`, async (isWeak) =>
    afterNo(isWeak, async ({ page, services }) => {
      let last: UpdateStatus | null = null;
      const note = ({ payload }: AppEvent<UpdateStatusResult>) => void (last = payload.status);
      services.events.listen("framework://update-status", note);
      using check = spyOn(Updater.prototype, "check");
      await page.invoke("event.emit", { event });
      const isLooking = event === "framework://update" && !isWeak;
      if (isLooking) await check.mock.results[0]?.value;
      else await waitFor("the end of it", () => last === "DONE" || last === "ERROR");
    }),
  );
}

test("with the dialog, a page that wants to install has the user asked once, and gets the answer", async () => {
  using site = new UpdateSite();
  await site.offer({ payload: image("version 1.1.0") });
  const asked: string[] = [];
  const answers: number[] = [1, 0];
  const choice = ({ title }: ChoiceRequest) => {
    asked.push(title);
    return { button: answers.shift() ?? 1, checked: false };
  };
  using app = await site.start({ dialog: true }, { answers: { choice } });
  await waitFor("the first question", () => asked.length === 1 && app.platform.held === 0);
  const install = () => app.page.invoke("updater.installUpdate", {});
  const refusal = {
    code: "not-allowed",
    message: 'Cannot install version "1.1.0": the user did not agree',
  };
  await expect(install()).rejects.toMatchObject(refusal);
  await site.offer({ payload: image("version 1.2.0"), version: "1.2.0" });
  await app.page.invoke("updater.checkUpdate", {});
  // Another version is another question.
  await Promise.all([install(), install()]);
  expect([site.installed, asked.length]).toEqual(["version 1.2.0", 2]);
});

// Between verifying and installing
// -----------------------------------------------------------------------

attack("TRI-014: the new version is swapped after it was verified", async (isWeak) => {
  using site = new UpdateSite();
  const { sync } = steps;
  // The last thing that happens to it before it gets its name.
  using _sync = spyOn(steps, "sync").mockImplementation(async (fd) => {
    await sync(fd);
    for (const name of site.names.filter((each) => each.endsWith(".new"))) {
      const path = join(site.folder, "apps", name);
      rmSync(path);
      writeFileSync(path, evil, { mode: 0o755 });
    }
  });
  using check = spyOn(steps, "isSame");
  if (isWeak) check.mockReturnValue(true);
  return await installs(site, { payload: image("version 1.1.0") });
});

attack("TRI-014: the download is swapped between verifying and unpacking", async (isWeak) => {
  using dir = tempDir();
  using open = spyOn(Payload, "open");
  if (isWeak) open.mockResolvedValue(namedPayload(join(dir.path, "x.download")));
  await using payload = await Payload.open(dir.path);
  await payload.append(Buffer.from("honest"));
  const take = async () => Buffer.concat(await Array.fromAsync(payload.read())).toString();
  expect(await take()).toBe("honest");
  for (const name of readdirSync(dir.path)) writeFileSync(join(dir.path, name), secret);
  return await take();
});

test("TRI-014: what is unpacked is what was verified, whatever happened to the disk", async () => {
  using site = new UpdateSite();
  const { prototype } = Payload;
  const read = Object.getOwnPropertyDescriptor(prototype, "read")?.value as Payload["read"];
  let readings = 0;
  using _read = spyOn(prototype, "read").mockImplementation(async function* (this: Payload) {
    if (++readings === 1) yield* read.call(this);
    else yield evil;
  });
  const offer = { payload: image("version 1.1.0") };
  await expect(installs(site, offer)).rejects.toMatchObject({
    code: "bad-update",
    message: "Cannot install the download: it has changed since it was verified",
  });
  expect(site.installed).toBe("version 1.0.0");
});

/** A download as it would be under a name: opened anew for each reading. */
function namedPayload(path: string): Payload {
  return {
    append: (bytes: Uint8Array) => Promise.resolve(writeFileSync(path, bytes)),
    async *read() {
      yield readFileSync(path);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  } as unknown as Payload;
}

// The way
// ------------------------------------------------------------------------------------------------

attack("TRI-015: the network writes the feed, because it comes by http", async (isWeak) => {
  using site = new UpdateSite();
  await site.offer({ payload: evil, notes: secret });
  using app = await site.start(
    { endpoints: [`${site.url}/feed`] },
    { mode: isWeak ? "dev" : "release" },
  );
  return await app.page.invoke("updater.checkUpdate", {});
});

const rules = { idle: 20_000, total: 20_000, size: 1000, resumptions: 0, pause: 1 };

async function downloaded(
  url: string,
  changed: Partial<Parameters<typeof download>[2]>,
): Promise<string> {
  using dir = tempDir();
  await using payload = await Payload.open(dir.path);
  await download(url, payload, { ...rules, allowHttp: false, ...changed }, () => {});
  return Buffer.concat(await Array.fromAsync(payload.read())).toString();
}

attack("TRI-015: the network writes the download, because it comes by http", async (isWeak) => {
  using site = new UpdateSite();
  site.answers["/download"] = () => new Response(secret);
  return await downloaded(`${site.url}/download`, { allowHttp: isWeak });
});

attack("TRI-015: a server leads from https to http", async (isWeak) => {
  using site = new UpdateSite();
  site.answers["/download"] = () => Response.redirect(`${site.url}/other`);
  site.answers["/other"] = () => new Response(secret);
  return await downloaded("https://updates.example/download", { allowHttp: isWeak });
});

test("a signature of another version is refused before anything is downloaded", async () => {
  using site = new UpdateSite();
  await site.offer({
    version: "99.0.0",
    payload: image("version 1.1.0"),
    bound: { version: "1.1.0" },
  });
  using app = await site.start();
  await check(app);
  await expect(install(app)).rejects.toThrow('its signature is for version "1.1.0", not "99.0.0"');
  expect(site.requests).toEqual(["/feed"]);
});

test("TRI-015: a built app asks for no download by http", async () => {
  using site = new UpdateSite();
  const feed = await site.offer({ payload: image("version 1.1.0") });
  const text = JSON.stringify(feed).replaceAll("https://updates.example", site.url);
  site.answers["/feed"] = () => new Response(text);
  using app = await site.start();
  await expect(app.page.invoke("updater.installUpdate", {})).rejects.toMatchObject({
    code: "not-allowed",
    message: `Cannot request "${site.url}/download": updates come by https alone`,
  });
  expect(site.requests).toEqual(["/feed"]);
});

attack("a download never ends, and fills the disk", async (isWeak) => {
  using site = new UpdateSite();
  site.answers["/download"] = () => new Response(`${"0".repeat(5000)}${secret}`);
  return await downloaded("https://updates.example/download", { size: isWeak ? 10_000 : 1000 });
});

test("so it is when the server does not say how much will come", async () => {
  using site = new UpdateSite();
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController): void => {
    sent += 100;
    controller.enqueue(Buffer.alloc(100));
  };
  site.answers["/download"] = () => new Response(new ReadableStream({ pull }));
  await expect(downloaded("https://updates.example/download", {})).rejects.toMatchObject({
    code: "bad-update",
    message:
      'Cannot download "https://updates.example/download": it must be smaller than 1000 bytes',
  });
  expect(sent).toBeLessThan(10_000_000);
});

const client = {
  version: "1.0.0",
  channel: "stable",
  platform: { system: "linux", architecture: "x64" },
} as const;

test("a feed that never answers, or never ends, is an error", async () => {
  using site = new UpdateSite();
  site.answers["/silent"] = () => new Promise(() => {});
  const pull = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(Buffer.alloc(1000, " "));
  site.answers["/endless"] = () => new Response(new ReadableStream({ pull }));
  site.answers["/circle"] = () => Response.redirect("https://updates.example/circle");
  const ask = (path: string, idle = rules.idle) =>
    findRelease([`https://updates.example/${path}`], client, { ...rules, idle, allowHttp: false });
  await expect(ask("silent", 50)).rejects.toMatchObject({ code: "timed-out" });
  await expect(ask("endless")).rejects.toMatchObject({ code: "bad-update" });
  await expect(ask("circle")).rejects.toMatchObject({
    code: "network",
    message:
      'Cannot request "https://updates.example/circle": it was redirected more than 10 times',
  });
});
