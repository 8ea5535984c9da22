// An app on Windows that runs once: its starts meet by a pipe, whose name lies in the user's own
// folder.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const program = join(import.meta.dir, "../fixtures/instance-program.ts");
const pipeTaker = join(import.meta.dir, "programs/pipe-taker-program.ts");

describe.skipIf(missing !== null)("starts of an app on Windows", () => {
  let wine: WineSession;

  beforeAll(async () => {
    wine = await startWine();
  });
  afterAll(async () => {
    await wine?.[Symbol.asyncDispose]();
  });

  const start = (...args: string[]) => wine.bun(program, ["release", ...args]);

  test("the second hands over and ends with 0; when the first was killed, the next is the first", async () => {
    const link = 'notes:open?q="%20%s';
    {
      await using first = start();
      await first.line('"first"');
      await using second = start("--framework-open-address", link, "C:\\secret.txt");
      await second.endWith(0);
      expect(JSON.parse(await first.line(/^\{/))).toMatchObject({
        args: [],
        names: [link],
        isAddress: true,
      });
    }
    await using next = start("a.md");
    await next.line('"first"');
  });

  test("a start hands nothing to a program that has taken the pipe of an ended instance", async () => {
    {
      await using first = start();
      await first.line('"first"');
    }
    await using taker = wine.bun(pipeTaker, []);
    await taker.line("listening");
    await using next = start("--framework-open-address", "notes:login?token=1");
    await next.line('"first"');
    expect(taker.output.map(({ text }) => text)).toEqual(["listening"]);
  });
});
