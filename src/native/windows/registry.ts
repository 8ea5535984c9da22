import type { RegistryRoot } from "../../contract/host/windows-calls.ts";
import { advapi32 } from "./lib/advapi32.ts";
import { wide, wideRoom, wideTextIn } from "./wide-text.ts";

/** `HKEY_CURRENT_USER` and `HKEY_LOCAL_MACHINE`. */
const roots = { user: -0x7fff_ffff, machine: -0x7fff_fffe } as const satisfies Record<
  RegistryRoot,
  number
>;

const RRF_RT_REG_SZ = 0x02;
const RRF_RT_REG_DWORD = 0x10;
const RRF_SUBKEY_WOW6432KEY = 0x20000;

// The maximum length of a path on Windows, and its NUL.
const longest = 32_768;

/** The position of a value. */
export interface RegistryPlace {
  readonly root: RegistryRoot;
  readonly key: string;
  /** `null`: the key's default value, which has no name. */
  readonly value: string | null;
  /** Reads the 32-bit view: installers of some 64-bit programs are 32-bit. */
  readonly isOf32Bits?: boolean;
}

/** A text of the registry; `null`: there is none of that name. */
export function registryText(place: RegistryPlace): string | null {
  const text = wideRoom(longest);
  return read(place, RRF_RT_REG_SZ, text) ? wideTextIn(text) : null;
}

/** A number of the registry; `null`: there is none of that name. */
export function registryNumber(place: RegistryPlace): number | null {
  const number = new Uint32Array(new ArrayBuffer(4));
  return read(place, RRF_RT_REG_DWORD, number) ? (number[0] ?? 0) : null;
}

function read(
  { root, key, value, isOf32Bits = false }: RegistryPlace,
  kind: number,
  into: Uint8Array | Uint32Array,
): boolean {
  const flags = kind | (isOf32Bits ? RRF_SUBKEY_WOW6432KEY : 0);
  const name = value === null ? null : wide(value);
  const size = new Uint32Array([into.byteLength]);
  return advapi32.RegGetValueW(roots[root], wide(key), name, flags, null, into, size) === 0;
}
