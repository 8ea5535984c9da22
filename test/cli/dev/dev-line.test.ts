// The tool's end of the line to the app.

import { connect } from "node:net";
import { expect, test } from "bun:test";
import { ToolLine } from "../../../src/cli/dev/dev-line.ts";
import { startProgram } from "../../../harness/running-app.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";

/** An app thread that reports its beginning, and never reads its messages. */
const deaf = `
  const socket = require("node:net").connect(process.argv.at(-1));
  socket.write(JSON.stringify({ kind: "begun" }) + "\\n", () => { for (;;); });
`;

// After unread messages the kernel reports a reset of the line instead of its end.
test("an app that is killed before it reads its message does no harm: the next app is heard", async () => {
  using folder = tempDir();
  using line = new ToolLine(folder.path, "linux");
  let begun = 0;
  line.onReport = () => void begun++;
  for (const count of [1, 2]) {
    await using app = startProgram([process.execPath, "-e", deaf, line.address], {
      env: { PATH: process.env["PATH"] ?? "" },
    });
    await waitFor(`app ${count}`, () => begun === count, { state: () => app.report() });
    line.tell("reload");
    app.signal("SIGKILL");
    await app.exited;
  }
});

test("an app thread that has begun by the time its start is heard of is there", async () => {
  using folder = tempDir();
  using line = new ToolLine(folder.path, "linux");
  const begun = Promise.withResolvers<void>();
  line.onReport = () => begun.resolve();
  const report = (...kinds: string[]) =>
    kinds.map((kind) => `${JSON.stringify({ kind })}\n`).join("");
  const app = connect(line.address);
  app.write(report("begun"));
  app.on("data", () => app.write(report("restarting", "begun")));
  await begun.promise;
  expect(await line.restart()).toBe("begun");
  app.destroy();
});

test("the tool hears the last message of an app before the line closes, also when another app thread has come", async () => {
  using folder = tempDir();
  using line = new ToolLine(folder.path, "linux");
  const heard: string[] = [];
  const begun = Promise.withResolvers<void>();
  line.onReport = () => begun.resolve();
  line.onUses = ({ offered }) => void heard.push(...offered);
  const uses = (word: string): string =>
    `${JSON.stringify({ kind: "uses", uses: { offered: [word], uses: [], overflown: [] } })}\n`;
  const first = connect(line.address);
  const second = connect(line.address);
  second.write(`${JSON.stringify({ kind: "begun" })}\n`);
  await begun.promise;
  first.end(uses("first"));
  second.end(uses("second"));
  await line.lastWords();
  await waitFor("both", () => heard.length === 2);
  expect(heard.toSorted()).toEqual(["first", "second"]);
  // If no more output can come, there is no wait.
  line.hangUp();
  await line.lastWords();
});
