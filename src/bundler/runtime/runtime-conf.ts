import type { PublishedRuntime } from "./published-runtimes.ts";
import { runtimeFlags, unsetVariables } from "./runtime-flags.ts";

// What the launcher of a shared app has to know, beside it as `app/runtime.conf`: lines `key=value` in UTF-8, each ended by a line
// feed. A key can be there several times, then the order counts; a launcher ignores those it does not know.
//
//   format             1
//   name               of the app, for people
//   version            of the runtime
//   key                its folder in a store
//   archive-sha512     of the .tgz that the addresses give, hexadecimal
//   archive-size       in bytes
//   member             the file of the archive that is the runtime
//   executable-sha256  of that file, hexadecimal
//   executable-size    in bytes
//   address            of the archive; several are tried in order
//   flag               of the runtime, before the module; `{app}` in it stands for the path of the folder of this file
//   unset              a variable that the runtime must not be given

export interface RuntimeConfOptions {
  readonly productName: string;
  readonly version: string;
  readonly runtime: PublishedRuntime;
  readonly addresses: readonly string[];
}

/** What a runtime's folder in a store is called: other bytes have another name. */
export function runtimeKey(version: string, { executable }: PublishedRuntime): string {
  return `${version}-${executable.sha256.slice(0, 16)}`;
}

/** Renders `runtime.conf`. @throws Error when a value has several lines */
export function runtimeConf({ productName, version, runtime, addresses }: RuntimeConfOptions): string {
  const { archive, member, executable } = runtime;
  const lines: readonly (readonly [key: string, value: string])[] = [
    ["format", "1"],
    ["name", productName],
    ["version", version],
    ["key", runtimeKey(version, runtime)],
    ["archive-sha512", archive.sha512],
    ["archive-size", String(archive.size)],
    ["member", member],
    ["executable-sha256", executable.sha256],
    ["executable-size", String(executable.size)],
    ...addresses.map((address) => ["address", address] as const),
    ...runtimeFlags.map((flag) => ["flag", flag] as const),
    ...unsetVariables.map((name) => ["unset", name] as const),
  ];
  return lines.map(([key, value]) => `${key}=${oneLine(key, value)}\n`).join("");
}

function oneLine(key: string, value: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\x00-\x1f\x7f]/.test(value))
    throw new Error(`Cannot write ${key} ${JSON.stringify(value)}: want one line of text`);
  return value;
}
