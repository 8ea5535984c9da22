import { gzipSync } from "node:zlib";
import { expect, spyOn, test } from "bun:test";
import { findRelease } from "../../src/app/updater/check/feed.ts";
import { UpdateSite } from "../support/update-site.ts";

const client = {
  version: "1.0.0",
  channel: "stable",
  platform: { system: "linux", architecture: "x64" },
} as const;
const rules = { size: 1000, idle: 20_000, total: 20_000, allowHttp: false };

test("a feed that a storage keeps packed is unpacked, up to its limit", async () => {
  using site = new UpdateSite();
  const find = async (feed: object, length?: number): Promise<unknown> => {
    const packed = gzipSync(JSON.stringify(feed)).subarray(0, length);
    site.answers["/feed"] = () => new Response(packed, { headers: { "content-encoding": "gzip" } });
    return await findRelease(["https://updates.example/feed"], client, rules);
  };
  const feed = { version: "1.1.0", url: "https://updates.example/app", signature: "s" };
  expect(await find(feed)).toMatchObject(feed);
  await expect(find({ ...feed, notes: "x".repeat(1000) })).rejects.toThrow(
    "unpacked by gzip, it must be smaller than 1000 bytes",
  );
  await expect(find(feed, 20)).rejects.toThrow("unpacked by gzip, it must be whole");
});

test("a server that is passed over is named in the log, with the reason", async () => {
  using site = new UpdateSite();
  site.answers["/broken"] = () => new Response("no feed");
  site.answers["/none"] = () => new Response(null, { status: 204 });
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    const addresses = ["https://updates.example/broken", "https://updates.example/none"];
    expect(await findRelease(addresses, client, rules)).toBeNull();
    expect(output.mock.calls.map(([line]) => line)).toEqual([
      'framework: an update server was passed over: Cannot read the feed "https://updates.example/broken": it must be JSON\n',
    ]);
  } finally {
    output.mockRestore();
  }
});
