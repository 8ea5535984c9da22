// Writes the file d/a of a folder: once, or over and over until it is killed.

import { linuxHost } from "../../src/app/process/host.ts";
import { linuxCalls } from "../../src/native/linux/app-calls.ts";
import { fsCommandsIn } from "./fs-fixture.ts";

const [how, root = ""] = process.argv.slice(2);
const app = fsCommandsIn(root, ["~/d/*"], {}, linuxHost(linuxCalls));
const write = (letter: string) =>
  app.run("fs.writeTextFile", { path: app.at("d/a"), contents: letter.repeat(2_000_000) });

if (how === "once") process.stdout.write(String(await write("b")));
else
  for (let round = 0; ; round++) {
    await write(round % 2 === 0 ? "a" : "b");
    if (round === 0) process.stdout.write("begun\n");
  }
