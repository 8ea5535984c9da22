import { fileURLToPath } from "node:url";
import { openAddressArgument, openArgument } from "../../contract/shipped/open-arguments.ts";
import type { System } from "../../contract/target.ts";
import { pathsOf } from "../paths/dialect.ts";

/** A request of an instance or the system to open something, before any access to the disk. */
export interface OpenRequest {
  /** The typed arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Possible names of files and addresses, in the given order. */
  readonly names: readonly string[];
  /** Names count as addresses only: they may come from a web page. */
  readonly isAddress: boolean;
}

/** Splits the arguments of a process into those the user typed and those a desktop passes. */
export function splitArguments(
  all: readonly string[],
): Pick<OpenRequest, "args" | "isAddress"> & { readonly handedOver: readonly string[] | null } {
  const [first, ...rest] = all;
  if (first === openArgument) return { args: [], handedOver: rest, isAddress: false };
  if (first === openAddressArgument)
    return { args: [], handedOver: rest.slice(0, 1), isAddress: true };
  return { args: all, handedOver: null, isAddress: false };
}

/**
 * The arguments that may name a file if no `framework.cli` describes the command line: all but
 * options.
 */
export function plainNames(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  return [
    ...options.filter((argument) => !argument.startsWith("-")),
    ...(end === -1 ? [] : args.slice(end + 1)),
  ];
}

/** The longest command line of Windows. */
const longestAddress = 32_767;

/**
 * An address of one of these schemes, as `URL` spells it; `null`: the text is none, or holds
 * characters that no address has.
 */
export function ownAddress(text: string, schemes: readonly string[]): string | null {
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined || !schemes.includes(scheme) || text.length > longestAddress)
    return null;
  // `URL` removes line ends and tabs, so that the checked text would differ from the passed one.
  if (/[\0-\x20\x7f]/.test(text) || !text.isWellFormed() || !URL.canParse(text)) return null;
  return new URL(text).href;
}

/** The absolute path for a name, or for a `file:` address of this machine; `null`: none. */
export function wholePath(name: string, cwd: string, system: System): string | null {
  if (name === "") return null;
  if (!/^file:/i.test(name)) return pathsOf(system).resolve(cwd, name);
  try {
    const address = new URL(name);
    // A request to another machine would reveal the user's name.
    if (address.hostname !== "" && address.hostname !== "localhost") return null;
    return fileURLToPath(`file://${address.pathname}`, { windows: system === "windows" });
  } catch {
    return null;
  }
}
