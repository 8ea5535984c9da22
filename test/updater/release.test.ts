import { expect, test } from "bun:test";
import { parseRelease } from "../../src/app/updater/check/release.ts";

const own = { url: "https://x.example/app.tar.gz", signature: "c2ln" };
const common = { version: "2.0.0", notes: "New", pub_date: "2026-01-31T12:00:00Z" };
const fixed = {
  ...common,
  platforms: { "linux-x86_64": own, "windows-x86_64": { ...own, url: "https://x/w" } },
};

const parse = (feed: unknown) =>
  parseRelease(JSON.stringify(feed), "https://x/feed", "linux-x86_64");

test("the fixed and the made form say the same", () => {
  const release = {
    version: "2.0.0",
    notes: "New",
    date: "2026-01-31T12:00:00Z",
    rollout: null,
    ...own,
    chunks: null,
  };
  expect(parse(fixed)).toEqual(release);
  expect(parse({ ...common, ...own })).toEqual(release);
});

for (const [url, address] of [
  ["app.tar.gz", "https://x/new/app.tar.gz"],
  ["/files/app.tar.gz", "https://x/files/app.tar.gz"],
  ["//y/app.tar.gz", "https://y/app.tar.gz"],
  ["HTTP://y/app.tar.gz", "http://y/app.tar.gz"],
] as const) {
  test(`the download "${url}" of a feed is at ${address}`, () => {
    const feed = JSON.stringify({ ...common, ...own, url });
    expect(parseRelease(feed, "https://x/new/feed?v=1", "linux-x86_64").url).toBe(address);
  });
}

test('"name" may stand for "version", a "v" in front is dropped, and the rest may be missing', () => {
  expect(parse({ name: "vv2.0.0-rc.1", ...own, pub_date: null, unknown: 1 })).toEqual({
    version: "2.0.0-rc.1",
    notes: "",
    date: null,
    rollout: null,
    ...own,
    chunks: null,
  });
});

test("chunks lie beside the feed, or at addresses of their own", () => {
  const chunks = { url: "app", index: "https://y/app.index", signature: "c2ln" };
  expect(parse({ ...common, ...own, chunks }).chunks).toEqual({ ...chunks, url: "https://x/app" });
});

for (const date of [
  "2026-01-31T12:00:00.123+02:00",
  "2026-01-31 12:00:00z",
  "2026-01-31t12:00:00-00:00",
]) {
  test(`the date ${date} is taken as it is`, () =>
    expect(parse({ ...common, ...own, pub_date: date }).date).toBe(date));
}

for (const [what, fields, left, reason] of [
  [
    "a zone without a colon",
    { pub_date: "2026-01-01T10:00:00+0200" },
    { date: null },
    '"pub_date" is "2026-01',
  ],
  [
    "a day alone",
    { pub_date: "2026-01-01" },
    { date: null },
    "it must be a date such as 2026-01-31T12:00:00Z",
  ],
  [
    "a date of another kind",
    { pub_date: "31.1.2026" },
    { date: null },
    '"pub_date" is "31.1.2026", it must be',
  ],
  [
    "a day that no month has",
    { pub_date: "2026-13-01T12:00:00Z" },
    { date: null },
    '"pub_date" is "2026-13',
  ],
  [
    "a date that is a number",
    { pub_date: 1 },
    { date: null },
    '"pub_date" is 1, it must be a string',
  ],
  ["an empty date", { pub_date: "" }, { date: null }, null],
  ["notes that are a list", { notes: [] }, { notes: "" }, '"notes" is [], it must be a string'],
  ["notes that are an object", { notes: { en: "New" } }, { notes: "" }, '"notes" is {'],
  ["a percentage above all", { rollout: 101 }, { rollout: null }, '"rollout" is 101, it must be'],
  [
    "chunks at an address of no server",
    { chunks: { url: "file:///etc/passwd", index: "i", signature: "c2ln" } },
    { chunks: null },
    '"chunks.url" is "file:///etc/passwd", it must be an address that begins with https://',
  ],
  [
    "chunks without an index",
    { chunks: { url: "a", signature: "c2ln" } },
    { chunks: null },
    '"chunks.index" is',
  ],
] as const) {
  test(`${what} costs no update, in either form, and the log says so once`, () => {
    for (const feed of [
      { ...common, ...own, ...fields },
      { ...common, ...fields, platforms: { "linux-x86_64": { ...own, ...fields } } },
    ]) {
      const log: string[] = [];
      const text = JSON.stringify(feed);
      const release = parseRelease(
        text,
        "https://x/feed",
        "linux-x86_64",
        (line) => void log.push(line),
      );
      expect(release).toMatchObject({ version: "2.0.0", ...own, ...left });
      if (reason === null) expect(log).toEqual([]);
      else expect([log.length, log.join("")]).toEqual([1, expect.stringContaining(reason)]);
    }
  });
}

test("a mark of UTF-8 in front of the feed is passed over", () => {
  expect(
    parseRelease(`\uFEFF${JSON.stringify(fixed)}`, "https://x/feed", "linux-x86_64").version,
  ).toBe("2.0.0");
});

const { version: _, ...versionless } = common;
for (const [what, feed, reason] of [
  ["no version", { ...versionless, ...own }, '"version" is missing'],
  ["no address", { ...common, signature: "c2ln" }, '"url" is missing'],
  ["no signature", { ...common, url: own.url }, '"signature" is missing'],
  ["nothing for this system", { ...common, platforms: {} }, '"platforms.linux-x86_64" is missing'],
  [
    "no address for this system",
    { ...common, platforms: { "linux-x86_64": { signature: "c2ln" } } },
    '"platforms.linux-x86_64.url" is missing',
  ],
  [
    "no signature for this system",
    { ...common, platforms: { "linux-x86_64": { url: own.url } } },
    '"platforms.linux-x86_64.signature" is missing',
  ],
  [
    "a version that is a number",
    { ...common, ...own, version: 5 },
    '"version" is 5, it must be a string',
  ],
  [
    "a name that is none",
    { ...versionless, ...own, name: false },
    '"version" is false, it must be a string',
  ],
  [
    "two numbers",
    { ...own, version: "2.0" },
    '"version" is "2.0", it must be a version such as 1.2.0',
  ],
  [
    "a number too large to compare",
    { ...own, version: "10000000000000000000.0.0" },
    '"version" is "10000000000000000000.0.0", it must be a version such as 1.2.0',
  ],
  ["an address that is a list", { ...common, ...own, url: [] }, '"url" is [], it must be a string'],
  [
    "an address of another kind",
    { ...common, ...own, url: "file:///etc/passwd" },
    '"url" is "file:///etc/passwd", it must be an address that begins with https://, or one beside the feed',
  ],
  [
    "a signature that is none",
    { ...common, ...own, signature: true },
    '"signature" is true, it must be a string',
  ],
  [
    "objects in place of texts",
    { ...common, platforms: { "linux-x86_64": { url: {}, signature: {} } } },
    '"platforms.linux-x86_64.url" is {}, it must be a string; ' +
      '"platforms.linux-x86_64.signature" is {}, it must be a string',
  ],
  [
    "platforms that are a list",
    { ...common, platforms: [] },
    '"platforms.linux-x86_64" is missing',
  ],
  ["a list", [], '"version" is missing'],
  ["nothing", null, '"feed" is null, it must be an object'],
  ["a text", "2.0.0", '"feed" is "2.0.0", it must be an object'],
] as const) {
  test(`a feed with ${what} is refused by name`, () =>
    expect(() => parse(feed)).toThrow(`Cannot read the feed "https://x/feed": ${reason}`));
}
