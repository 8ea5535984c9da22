// Attacks by an attacker who controls the update server and cannot sign: keep users at an old
// version, and show it as the newest. With `validDays` users get a warning. Without it there is
// none, as the weak runs show.

import { expect, setSystemTime, spyOn, test } from "bun:test";
import { check, image, install, UpdateSite, type Offer } from "../support/update-site.ts";
import type { MessageRequest } from "../../src/contract/ui/index.ts";
import { waitFor } from "../../harness/wait.ts";
import { attack, secret } from "./attack.ts";

const day = 86_400;
/**
 * The signing time of the honest version, in seconds since 1970. The clock has it, too, unless a
 * story changes it.
 */
const signed = 1_760_000_000;

/** A signed version, for so many days from when it was signed. */
function offer(version: string, { days = 30, time = signed } = {}): Offer {
  const payload = image(`version ${version}`);
  return { version, payload, bound: { version, time, expires: time + days * day } };
}

/** Sets the clock of this machine for as long as the scope is open. */
function clockAt(seconds: number): Disposable {
  setSystemTime(new Date(seconds * 1000));
  return { [Symbol.dispose]: () => void setSystemTime() };
}

const strict = { validDays: 30 };

/** Asks the site; the secret is a word that nothing newer is there. */
async function asks(site: UpdateSite, isWeak: boolean): Promise<string> {
  using app = await site.start(isWeak ? {} : strict);
  using _write = spyOn(process.stderr, "write").mockReturnValue(true);
  const { shouldUpdate } = (await check(app)) as { shouldUpdate: boolean };
  return shouldUpdate ? "an update" : secret;
}

attack("a stolen server says that there is nothing newer", async (isWeak) => {
  using _clock = clockAt(signed + day);
  using site = new UpdateSite();
  site.answers["/feed"] = () => new Response(null, { status: 204 });
  return await asks(site, isWeak);
});

attack("a stolen server goes on showing the version of the day it was stolen", async (isWeak) => {
  using _clock = clockAt(signed + 31 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.0.0"));
  return await asks(site, isWeak);
});

attack("a stolen server shows an older feed, whose signature is good still", async (isWeak) => {
  using _clock = clockAt(signed + day);
  using site = new UpdateSite();
  await site.offer(offer("1.1.0"));
  {
    using app = await site.start(strict);
    expect(await check(app)).toMatchObject({ shouldUpdate: true });
  }
  await site.offer(offer("1.0.0"));
  return await asks(site, isWeak);
});

attack("a stolen server shows what was signed before it was signed anew", async (isWeak) => {
  using _clock = clockAt(signed + 20 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.0.0", { time: signed + 15 * day }));
  {
    using app = await site.start(strict);
    expect(await check(app)).toEqual({ shouldUpdate: false });
  }
  await site.offer(offer("1.0.0"));
  return await asks(site, isWeak);
});

attack("a stolen server shows what was signed earlier, and for longer", async (isWeak) => {
  using _clock = clockAt(signed + 20 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.0.0", { time: signed + 15 * day, days: 10 }));
  {
    using app = await site.start(strict);
    expect(await check(app)).toEqual({ shouldUpdate: false });
  }
  await site.offer(offer("1.0.0", { days: 90 }));
  return await asks(site, isWeak);
});

attack("a stolen server changes the end of a signature", async (isWeak) => {
  using _clock = clockAt(signed + 31 * day);
  using site = new UpdateSite();
  const feed = (await site.offer(offer("1.0.0"))) as {
    platforms: Record<string, { signature: string }>;
  };
  for (const entry of Object.values(feed.platforms)) {
    const text = Buffer.from(entry.signature, "base64").toString();
    const later = text.replace(/expires:\d+/, `expires:${signed + 99 * day}`);
    expect(later).not.toBe(text);
    entry.signature = Buffer.from(later).toString("base64");
  }
  site.answers["/feed"] = () => Response.json(feed);
  return await asks(site, isWeak);
});

attack("a stolen server shows a signature without an end", async (isWeak) => {
  using site = new UpdateSite();
  await site.offer({ version: "1.0.0", payload: image("version 1.0.0") });
  return await asks(site, isWeak);
});

attack(
  "a stolen server shows the signature of another version, or of another system",
  async (isWeak) => {
    using _clock = clockAt(signed + day);
    using site = new UpdateSite();
    const { bound, ...of } = offer("1.0.0");
    await site.offer({ ...of, bound: { ...bound, target: "linux-riscv64" } });
    return await asks(site, isWeak);
  },
);

attack("a stolen server shows the signature of another app of the author's", async (isWeak) => {
  using _clock = clockAt(signed + day);
  using site = new UpdateSite();
  const { bound, ...of } = offer("1.0.0");
  await site.offer({ ...of, bound: { ...bound, app: isWeak ? null : "org.example.todo" } });
  using app = await site.start(strict);
  const { shouldUpdate } = (await check(app)) as { shouldUpdate: boolean };
  return shouldUpdate ? "an update" : secret;
});

attack("a clock that was set back makes an old feed good", async (isWeak) => {
  using site = new UpdateSite();
  {
    using _clock = clockAt(signed + 60 * day);
    await site.offer(offer("1.1.0", { time: signed + 60 * day, days: 90 }));
    using app = await site.start(strict);
    await check(app);
  }
  // The clock has the time of this signature, and it names a version above the one that was seen.
  using _clock = clockAt(signed + day);
  await site.offer(offer("1.2.0"));
  using app = await site.start(isWeak ? {} : strict);
  const { shouldUpdate } = (await check(app)) as { shouldUpdate: boolean };
  return shouldUpdate ? secret : "nothing";
});

attack("an update whose signature has ended is installed", async (isWeak) => {
  using _clock = clockAt(signed + (isWeak ? 1 : 31) * day);
  using site = new UpdateSite();
  const { bound, ...of } = offer("1.1.0");
  await site.offer({ ...of, payload: image(secret), bound: bound ?? {} });
  using app = await site.start();
  await install(app);
  return site.installed;
});

test("the error and an event say why a feed is not trusted, with both dates", async () => {
  using _clock = clockAt(signed + 31 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.0.0"));
  using app = await site.start(strict);
  const heard: unknown[] = [];
  app.services.events.listen("framework://update-status", ({ payload }) => heard.push(payload));
  const message =
    'Cannot trust the feed "https://updates.example/feed": it was valid until 2025-11-08, and there is no later signature ' +
    `that version "1.0.0" is the newest; this machine's clock says 2025-11-09`;
  await expect(check(app)).rejects.toMatchObject({ code: "bad-update", message });
  expect(heard).toEqual([{ status: "ERROR", error: message }]);
});

test("in development a good feed is good, and nothing is remembered", async () => {
  using _clock = clockAt(signed + day);
  using site = new UpdateSite();
  await site.offer(offer("1.1.0"));
  using app = await site.start(strict, { mode: "dev" });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("with the dialog a message tells the user, too, and only when the feed's signatures expire", async () => {
  using _clock = clockAt(signed + 31 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.0.0"));
  const shown: string[] = [];
  const message = ({ title }: MessageRequest) => (shown.push(title), 0);
  {
    using app = await site.start({ ...strict, dialog: true }, { answers: { message } });
    await waitFor("the message", () => shown.length === 1 && app.platform.held === 0);
    expect(shown).toEqual(["Memory cannot tell whether it is the newest version"]);
  }
  site.answers["/feed"] = () => new Response("no feed");
  using app = await site.start({ dialog: true }, { answers: { message } });
  await expect(check(app)).rejects.toMatchObject({ code: "bad-update" });
  expect(shown).toHaveLength(1);
});

test("another server that knows the newest is asked when the first one does not", async () => {
  using _clock = clockAt(signed + day);
  using site = new UpdateSite();
  await site.offer(offer("1.1.0"));
  site.answers["/stolen"] = () => new Response(null, { status: 204 });
  const endpoints = ["https://updates.example/stolen", "https://updates.example/feed"];
  using app = await site.start({ ...strict, endpoints });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("a feed signed anew is valid again and installs", async () => {
  using _clock = clockAt(signed + 45 * day);
  using site = new UpdateSite();
  await site.offer(offer("1.1.0", { time: signed + 40 * day }));
  using app = await site.start(strict);
  await install(app);
  expect([site.installed, site.state.seen]).toEqual([
    "version 1.1.0",
    {
      version: "1.1.0",
      expires: signed + 70 * day,
      time: signed + 40 * day,
      signed: signed + 40 * day,
    },
  ]);
});

test("a feed signed anew for fewer days is valid, too", async () => {
  using _clock = clockAt(signed + 10 * day);
  using site = new UpdateSite();
  using app = await site.start(strict);
  await site.offer(offer("1.1.0", { days: 90 }));
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
  await site.offer(offer("1.1.0", { time: signed + 10 * day, days: 30 }));
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("a version that was signed before the last signature of the one below it stays good", async () => {
  using _clock = clockAt(signed + 10 * day);
  using site = new UpdateSite();
  using app = await site.start(strict);
  await site.offer(offer("1.1.0", { time: signed + 5 * day }));
  await check(app);
  await site.offer(offer("1.2.0"));
  for (const _ of ["shown", "shown again"])
    expect(await check(app)).toMatchObject({ shouldUpdate: true, manifest: { version: "1.2.0" } });
});

test("a feed signed on a machine whose clock is a year fast is refused, and forgotten", async () => {
  using _clock = clockAt(signed);
  using site = new UpdateSite();
  using app = await site.start(strict);
  await site.offer(offer("1.1.0", { time: signed + 365 * day }));
  await expect(check(app)).rejects.toMatchObject({
    code: "bad-update",
    message:
      'Cannot trust the feed "https://updates.example/feed": it was signed on 2026-10-09; ' +
      "this machine's clock says 2025-10-09",
  });
  await site.offer(offer("1.1.0"));
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("a feed signed on a machine whose clock is a day fast is valid", async () => {
  using _clock = clockAt(signed);
  using site = new UpdateSite();
  using app = await site.start(strict);
  await site.offer(offer("1.1.0", { time: signed + day }));
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("a clock that was set back is no earlier than what was seen, also for what is signed after that", async () => {
  using site = new UpdateSite();
  using app = await site.start(strict);
  {
    using _clock = clockAt(signed + 60 * day);
    await site.offer(offer("1.1.0", { time: signed + 60 * day }));
    await check(app);
  }
  using _clock = clockAt(signed);
  await site.offer(offer("1.2.0", { time: signed + 61 * day }));
  expect(await check(app)).toMatchObject({ shouldUpdate: true, manifest: { version: "1.2.0" } });
});

for (const [what, after, days, isGood] of [
  ["the same", 0, 30, true],
  ["a later signature for fewer days", 1, 10, true],
  ["an earlier one for fewer days", -1, 10, false],
] as const) {
  test(`with a state of before it was kept when a version was signed, ${what} is ${isGood ? "good" : "refused"}`, async () => {
    using _clock = clockAt(signed + 2 * day);
    using site = new UpdateSite();
    const seen = { version: "1.1.0", expires: signed + 30 * day, time: signed };
    site.state = { highest: null, failed: null, waiting: null, seen };
    using app = await site.start(strict);
    await site.offer(offer("1.1.0", { time: signed + after * day, days }));
    if (isGood) expect(await check(app)).toMatchObject({ shouldUpdate: true });
    else await expect(check(app)).rejects.toThrow("it is older than the answer before");
  });
}

test("a state of before it was kept what was seen is read as it is", async () => {
  using site = new UpdateSite();
  site.state = { highest: "2.0.0", failed: null, waiting: null };
  await site.offer({ payload: image("version 1.5.0"), version: "1.5.0" });
  expect(await asks(site, true)).toBe(secret);
});
