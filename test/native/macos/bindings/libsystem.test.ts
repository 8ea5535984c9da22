// The functions of libSystem, as Apple's manual has them: errno(2), getattrlist(2),
// getattrlistbulk(2), lseek(2), mkdir(2), unlink(2), rename(2), pathconf(2), dyld(3).

import { expect, test } from "bun:test";
import { declarationOf } from "../../../../src/native/ffi/library.ts";
import { libsystem } from "../../../../src/native/macos/lib/libsystem.ts";

const prototypes: Readonly<Record<string, readonly [result: string, ...args: string[]]>> = {
  __error: ["int *"],
  getattrlist: ["int", "const char *", "void *", "void *", "size_t", "unsigned long"],
  fgetattrlist: ["int", "int", "void *", "void *", "size_t", "unsigned long"],
  getattrlistat: ["int", "int", "const char *", "void *", "void *", "size_t", "unsigned long"],
  getattrlistbulk: ["int", "int", "void *", "void *", "size_t", "uint64_t"],
  lseek: ["off_t", "int", "off_t", "int"],
  mkdirat: ["int", "int", "const char *", "mode_t"],
  unlinkat: ["int", "int", "const char *", "int"],
  renameat: ["int", "int", "const char *", "int", "const char *"],
  renamex_np: ["int", "const char *", "const char *", "unsigned int"],
  fcopyfile: ["int", "int", "int", "copyfile_state_t", "copyfile_flags_t"],
  pathconf: ["long", "const char *", "int"],
  _NSGetExecutablePath: ["int", "char *", "uint32_t *"],
};

/** The letter of each C type, on both processors: `mode_t` has 16 bits, and is passed as 32. */
function letter(type: string): string {
  if (type.endsWith("*")) return "p";
  if (type === "copyfile_state_t") return "n";
  return (
    {
      int: "i",
      long: "l",
      off_t: "l",
      size_t: "L",
      "unsigned long": "L",
      uint64_t: "L",
      mode_t: "u",
      "unsigned int": "u",
      copyfile_flags_t: "u",
    }[type] ?? type
  );
}

test("each is declared as Apple's manual has it", () => {
  const wanted = Object.entries(prototypes).map(([name, [result, ...args]]) => [
    name,
    `${args.map(letter).join("")}>${letter(result)}`,
  ]);
  expect(declarationOf(libsystem)?.signatures).toEqual(Object.fromEntries(wanted));
});
