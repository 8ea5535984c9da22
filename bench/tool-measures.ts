// The measures of the `framework` command: building, packaging, and restarting an edited app.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSession } from "../harness/display.ts";
import { bench, built, framework, runFramework, Showing } from "./host.ts";

/** A measure without a counterpart in other hosts of the page. */
export interface ToolMeasure {
  readonly name: string;
  readonly runs: number;
  /**
   * Values by the names of their row and column; `Bun` is the time of Bun alone for the comparable
   * part.
   */
  readonly run: () => Promise<Record<string, Record<string, number>>>;
}

export const toolMeasures: readonly ToolMeasure[] = [
  { name: "build", runs: 3, run: build },
  { name: "dev", runs: 2, run: dev },
];

interface Built {
  readonly packages: readonly {
    readonly format: string;
    readonly bytes: number;
    readonly ms: number;
  }[];
}

async function build(): Promise<Record<string, Record<string, number>>> {
  const app = join(bench, "app");
  const alone = await seconds(() => compileAlone(join(built, "alone")));
  const executable = await seconds(() => runFramework(["build", "--bundles", "none"], app));
  const { packages } = JSON.parse(
    await runFramework(["build", "--json", "--bundles", "deb", "rpm", "appimage"], app),
  ) as Built;
  return {
    "framework build to an executable (s)": { Bun: alone, framework: executable },
    ...Object.fromEntries(
      packages.flatMap(({ format, bytes, ms }) => [
        [`its package, ${format} (s)`, { framework: ms / 1000 }],
        [`its package, ${format} (MB)`, { framework: bytes / 1e6 }],
      ]),
    ),
  };
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}

/** Bun's own compiler, on a program of one line. */
async function compileAlone(out: string): Promise<void> {
  const source = `${out}.ts`;
  writeFileSync(source, "process.exitCode = 0;\n");
  const child = Bun.spawn([process.execPath, "build", "--compile", source, "--outfile", out], {
    stdout: "ignore",
  });
  if ((await child.exited) !== 0) throw new Error("Cannot compile a program of one line");
}

/** From saving `main.ts` until the repainted page has an answer from the new code. */
async function dev(): Promise<Record<string, Record<string, number>>> {
  // Inside the checkout, so that `framework/app` is found as in bench/app.
  const copy = join(built, "dev");
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(bench, "app"), copy, {
    recursive: true,
    filter: (path) => !path.endsWith("/target"),
  });
  const main = join(copy, "src-framework/main.ts");
  const source = readFileSync(main, "utf8");
  const command = (task: string, folder: string) => [
    ...framework,
    "dev",
    "--",
    `${task}&${folder}`,
  ];

  await using session = await startSession();
  await using showing = new Showing({ command }, "dev", session, { cwd: copy });
  await showing.report("version 0$");
  const times: number[] = [];
  for (let version = 1; version <= 6; version++) {
    const start = performance.timeOrigin + performance.now();
    writeFileSync(main, source.replace("version: () => 0", `version: () => ${version}`));
    const { time } = await showing.report(`version ${version}$`);
    times.push(time - start);
  }
  const [, ...warm] = times.toSorted((a, b) => a - b);
  return {
    "framework dev: main.ts saved to the page's first answer (ms)": {
      framework: warm[2] as number,
    },
  };
}
