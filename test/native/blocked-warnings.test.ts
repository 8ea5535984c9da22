import { expect, test } from "bun:test";
import { join } from "node:path";

test("requests of invented kinds fill neither the log nor memory", () => {
  const power = join(import.meta.dir, "../../src/native/page/capability.ts");
  const script = `
    const { warnBlocked } = await import(${JSON.stringify(power)});
    for (let number = 0; number < 1000; number++)
      warnBlocked('an address of "x' + number + "y".repeat(10_000) + ':"', "pages go to http and https");
  `;
  const { stderr } = Bun.spawnSync([process.execPath, "-e", script]);
  const lines = stderr.toString().split("\n").slice(0, -1);
  expect(lines).toHaveLength(100);
  expect(lines[0]).toStartWith('framework: refused an address of "x0yyy');
  expect(lines[0]).toEndWith("yyy… that a page wanted: pages go to http and https");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(300);
});
