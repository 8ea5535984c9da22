// The program that `tool.test.ts` uses as Bun. When `framework dev` starts it with the entries of
// an app, it is on the tool's line as an app thread is, reports its messages, and shows no windows.
// When `framework build` compiles with it, it uses Bun itself as the app: Wine 8 has none of the
// ways by which Bun writes an executable.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const args = process.argv.slice(2);
const option = (name: string) =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? "";
if (args.includes("-e")) {
  // The tool asks which Bun this is.
  process.stdout.write(JSON.stringify({ bun: Bun.version, executable: process.execPath }));
} else if (args[0] === "build" && option("outdir") !== "") {
  // The tool looks which modules there are. Under Wine 8 Bun puts none together, as it does not
  // find the folder of the entries.
  mkdirSync(option("outdir"), { recursive: true });
  writeFileSync(option("metafile"), '{"inputs": {}}');
  writeFileSync(join(option("outdir"), "app-thread.js"), "");
} else if (args[0] === "build") {
  copyFileSync(option("compile-executable-path"), option("outfile"));
} else {
  const main = args.findIndex((arg) => arg.endsWith("main.js"));
  const entry = readFileSync(join(dirname(args[main] ?? ""), "app-thread.js"), "utf8");
  const { address } = JSON.parse(/connectTool\((\{.*?\}),/.exec(entry)?.[1] ?? "{}") as {
    address: string;
  };
  const specFile = JSON.parse(/readSpecFile\((".*?")\)/.exec(entry)?.[1] ?? '""') as string;
  const { assets } = JSON.parse(readFileSync(specFile, "utf8")) as {
    assets: { kind: string; address?: string };
  };
  const socket = connect(address);
  const report = (kind: string) => socket.write(`${JSON.stringify({ kind })}\n`);
  socket.on("close", () => {
    console.log("app: the tool is gone");
    process.exit(0);
  });
  createInterface({ input: socket }).on("line", (line) => {
    const { kind } = JSON.parse(line) as { kind: string };
    console.log(`app: ${kind}`);
    if (kind !== "restart") return;
    report("restarting");
    report("begun");
  });
  report("begun");
  if (args.includes("quit")) process.exit(5);
  console.log(`app: began with ${JSON.stringify(args.slice(main + 1))}`);
  if (assets.address !== undefined) {
    const first = await fetch(assets.address, { redirect: "manual" });
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await fetch(new URL("/", assets.address), { headers: { cookie } });
    const script = /src="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    const code = await fetch(new URL(script, assets.address), { headers: { cookie } });
    console.log(`app: page ${page.status}, script ${(await code.text()).includes("typed")}`);
  }
}
