import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { bench, built, page, type Host } from "./host.ts";

/** A third-party program that shows the same page with the same engine. */
export interface Peer extends Host {
  /** The names of the measures it takes part in. */
  readonly measures: readonly string[];
  /** Its requirement. */
  readonly needs: string;
  /** The way to get it: the bench downloads and builds no part of it. */
  readonly toGet: string;
  /**
   * Its program contains the page: a build from before a change of the page measures differently.
   */
  readonly holdsPage?: true;
}

/** The measures of peers: they have no files, or other ones, and no spare views. */
const measures = ["start", "cold-start", "calls", "events", "window", "idle"];
const without = (...names: readonly string[]): string[] =>
  measures.filter((name) => !names.includes(name));

const folder = (name: string): string => join(bench, "peers", name);

function compiled(
  name: string,
  peer: Pick<Peer, "name" | "toGet" | "measures" | "holdsPage">,
  program: string,
): Peer {
  const executable = join(folder(name), program);
  return {
    ...peer,
    executable,
    needs: executable,
    toGet: `\`${peer.toGet}\` in bench/peers/${name}`,
    command: (task, files) => [executable, dirname(page), `${task}&${files}`],
  };
}

const cargo = "cargo build --release";

const python = join(built, "pywebview/bin/python");

const tauriProjects: readonly Peer[] = [
  compiled(
    "tauri-1",
    { name: "Tauri 1", toGet: cargo, measures, holdsPage: true },
    "target/release/tauri-1",
  ),
  compiled(
    "tauri-2",
    { name: "Tauri 2", toGet: cargo, measures, holdsPage: true },
    "target/release/tauri-2",
  ),
  compiled(
    "wails",
    {
      name: "Wails 2",
      toGet: "go mod tidy && go build -tags desktop,production,webkit2_41 -ldflags '-s -w'",
      // It has one window.
      measures: without("window"),
    },
    "wails",
  ),
  {
    name: "pywebview",
    needs: python,
    toGet:
      "`/usr/bin/python3 -m venv --system-site-packages build/bench/pywebview`, and there `bin/pip install --ignore-installed pywebview`",
    // It has no events.
    measures: without("events"),
    command: (task, files) => [
      python,
      join(folder("pywebview"), "host.py"),
      page,
      `${task}&${files}`,
    ],
  },
  {
    name: "GJS",
    needs: "/usr/bin/gjs",
    toGet: "the Debian packages gjs and gir1.2-webkit2-4.1",
    measures,
    command: (task, files) => [
      "/usr/bin/gjs",
      join(folder("gjs"), "host.js"),
      page,
      `${task}&${files}`,
    ],
  },
];

/** The peers on this machine, with the current page; for the others, instructions are printed. */
export function peersHere(): Peer[] {
  return tauriProjects.filter((peer) => {
    const reason = whyNot(peer);
    if (reason !== null) console.log(`No ${peer.name}: ${reason}`);
    return reason === null;
  });
}

function whyNot({ needs, toGet, holdsPage }: Peer): string | null {
  if (!existsSync(needs)) return `it takes ${toGet}`;
  if (holdsPage && statSync(needs).mtimeMs < statSync(page).mtimeMs)
    return `it holds the page as it was before; it takes ${toGet}`;
  return null;
}
