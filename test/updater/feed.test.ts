import { expect, spyOn, test } from "bun:test";
import { findRelease } from "../../src/app/updater/check/feed.ts";
import { UpdateSite } from "../support/update-site.ts";

test("a server that is passed over is named in the log, with the reason", async () => {
  using site = new UpdateSite();
  site.answers["/broken"] = () => new Response("no feed");
  site.answers["/none"] = () => new Response(null, { status: 204 });
  const output = spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    const client = {
      version: "1.0.0",
      channel: "stable",
      platform: { system: "linux", architecture: "x64" },
    } as const;
    const addresses = ["https://updates.example/broken", "https://updates.example/none"];
    const rules = { size: 1000, idle: 20_000, total: 20_000, allowHttp: false };
    expect(await findRelease(addresses, client, rules)).toBeNull();
    expect(output.mock.calls.map(([line]) => line)).toEqual([
      'framework: an update server was passed over: Cannot read the feed "https://updates.example/broken": it must be JSON\n',
    ]);
  } finally {
    output.mockRestore();
  }
});
