import {
  isRuntimeFolderName,
  reasonAgainstRuntimeAddress,
  runtimeConfLimits,
} from "../../contract/shipped/runtime-conf.ts";
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

/** Renders `runtime.conf`. @throws Error when a launcher would not take it */
export function runtimeConf({ productName, version, runtime, addresses }: RuntimeConfOptions): string {
  const { archive, member, executable } = runtime;
  const key = runtimeKey(version, runtime);
  check(
    "name",
    productName,
    isLine(productName, runtimeConfLimits.name),
    "one line of text, and not a long one",
  );
  for (const [which, name] of Object.entries({ version, key }))
    check(which, name, isRuntimeFolderName(name), 'a name of letters, digits, "+", "-", and "." within');
  check("archive-sha512", archive.sha512, /^[0-9a-f]{128}$/.test(archive.sha512), "128 hexadecimal digits");
  check(
    "executable-sha256",
    executable.sha256,
    /^[0-9a-f]{64}$/.test(executable.sha256),
    "64 hexadecimal digits",
  );
  for (const { size } of [archive, executable])
    check(
      "size",
      size,
      Number.isInteger(size) && size > 0 && size <= runtimeConfLimits.size,
      "a number of bytes",
    );
  check(
    "member",
    member,
    isLine(member, runtimeConfLimits.member),
    "a path of the archive, and not a long one",
  );
  for (const address of addresses) {
    const reason = reasonAgainstRuntimeAddress(address);
    check("address", address, reason === null, `an address of an archive: it ${reason}`);
  }
  const lines: readonly (readonly [key: string, value: string])[] = [
    ["format", "1"],
    ["name", productName],
    ["version", version],
    ["key", key],
    ["archive-sha512", archive.sha512],
    ["archive-size", String(archive.size)],
    ["member", member],
    ["executable-sha256", executable.sha256],
    ["executable-size", String(executable.size)],
    ...addresses.map((address) => ["address", address] as const),
    ...runtimeFlags.map((flag) => ["flag", flag] as const),
    ...unsetVariables.map((name) => ["unset", name] as const),
  ];
  const text = lines.map(([key, value]) => `${key}=${value}\n`).join("");
  const { lines: most, length } = runtimeConfLimits;
  check("addresses", addresses.length, addresses.length <= most, `at most ${most}`);
  check("length", text.length, Buffer.byteLength(text) <= length, `at most ${length} bytes`);
  return text;
}

function check(key: string, value: string | number, isTaken: boolean, wanted: string): void {
  if (!isTaken) throw new Error(`Cannot write ${key} ${JSON.stringify(value)}: want ${wanted}`);
}

function isLine(text: string, most: number): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return text !== "" && Buffer.byteLength(text) <= most && !/[\x00-\x1f\x7f]/.test(text);
}
