import { expect, test } from "bun:test";
import { join } from "node:path";
import { cabinet } from "../../src/bundler/write/cab.ts";
import { root } from "../support/display-app.ts";

// What cannot be packed is the most there is to hold: as it was, and packed.
const megabytes = 64;
const program = `
import { noStore } from ${JSON.stringify(join(root, "src/bundler/part-store.ts"))};
import { xz } from ${JSON.stringify(join(root, "src/bundler/write/xz/xz.ts"))};
const bytes = Buffer.alloc(${megabytes} << 20);
for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
const packed = await xz([{ bytes, way: ["-mx=1"] }], { store: noStore, progress: () => {} });
if (packed.length < bytes.length) throw new Error("It was packed");
// Not \`process.resourceUsage\`: there it is at least what the process that started this one had.
console.log(/^VmHWM:\\s+(\\d+) kB$/m.exec(await Bun.file("/proc/self/status").text())?.[1]);
`;

test.skipIf(process.platform !== "linux")(
  "what is packed by xz is in memory a few times, not ten",
  async () => {
    const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "inherit" });
    const kilobytes = Number(await new Response(child.stdout).text());
    expect(kilobytes).toBeGreaterThan(2 * megabytes * 1024);
    expect(kilobytes).toBeLessThan(8 * megabytes * 1024);
  },
);

test("files of a cabinet are read one after the other", async () => {
  const length = 8 << 20;
  const told = [0];
  const readAt: (number | undefined)[] = [];
  const files = ["a", "b", "c"].map((name) => ({
    name,
    length,
    read: () => {
      readAt.push(told.at(-1));
      return new Uint8Array(length);
    },
  }));
  await cabinet(files, { level: 1, time: 0, progress: (done) => told.push(done) });
  const [first = 1, second = 0, third = 0] = readAt;
  expect(readAt).toHaveLength(3);
  expect(first).toBe(0);
  expect(second).toBeCloseTo(1 / 3, 1);
  expect(third).toBeCloseTo(2 / 3, 1);
});
