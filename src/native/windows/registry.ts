import { advapi32 } from "./lib/advapi32.ts";
import { wide, wideRoom, wideTextIn } from "./wide-text.ts";

const roots = { user: -0x7fff_ffff, machine: -0x7fff_fffe } as const;

/** Whose settings are meant: `HKEY_CURRENT_USER` or `HKEY_LOCAL_MACHINE`. */
export type RegistryRoot = keyof typeof roots;

const RRF_RT_REG_SZ = 0x02;
// Where programs of 32 bits find what they write: installers of some programs are such, also for 64 bits.
const RRF_SUBKEY_WOW6432KEY = 0x20000;

// A path with all that Windows admits, and its NUL.
const longest = 32_768;

/** A text of the registry's 32-bit side; `null`: there is none of that name. */
export function registryText(root: RegistryRoot, key: string, value: string): string | null {
  const text = wideRoom(longest);
  const result = advapi32.RegGetValueW(
    roots[root],
    wide(key),
    wide(value),
    RRF_RT_REG_SZ | RRF_SUBKEY_WOW6432KEY,
    null,
    text,
    new Uint32Array([text.byteLength]),
  );
  return result === 0 ? wideTextIn(text) : null;
}
