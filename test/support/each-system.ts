import { test as bunTest } from "bun:test";
import { AsyncLocalStorage } from "node:async_hooks";
import { schemeHosts, schemeOrigin } from "../../src/contract/page/origins.ts";
import { systems, type System } from "../../src/contract/target.ts";
import { windowsPath } from "./windows/windows-host.ts";

type Story = (system: System) => void | Promise<void>;

const reported = new AsyncLocalStorage<System>();

/** The system of the running story. */
export function systemHere(): System {
  return reported.getStore() ?? "linux";
}

/** A path of this machine, its parts put together, as the app of the story spells it. */
export function here(...names: [string, ...string[]]): string {
  const path = names.join("/");
  return systemHere() === "windows" ? windowsPath(path) : path;
}

/**
 * A test for each system: its apps run as on that one. For stories whose outcome depends on the
 * system; any other runs once, with the `test` of Bun, as on Linux.
 */
export function testOnEach(name: string, story: Story): void {
  tell(name, story, systems);
}

/**
 * The same without some systems.
 *
 * @param _why the reason why they are excluded
 */
export function testWithout(without: readonly System[], _why: string): typeof testOnEach {
  const others = systems.filter((system) => !without.includes(system));
  return (name, story) => tell(name, story, others);
}

function tell(name: string, story: Story, on: readonly System[]): void {
  for (const system of on)
    bunTest(`${name} (${system})`, () => reported.run(system, () => story(system)));
}

/** An address of the app's own, written as on Linux, as the system of the story spells it. */
export function addressHere(address: string): string {
  const hosts = schemeHosts(systemHere(), false);
  return address.replace(/^([a-z-]+):\/\/localhost(?=\/|$)/, (_, scheme: string) =>
    schemeOrigin(scheme, hosts),
  );
}

/** The pattern of the app's own pages. */
export function ownPages(): string {
  const port = systemHere() === "windows" ? ":443" : "";
  return `${addressHere("framework://localhost")}${port}/*`;
}
