// Runs under Wine, and does what its first argument says. `harness.test.ts` starts it.
// The test's subject is the machine, not the platform on top of it.
// oxlint-disable-next-line no-restricted-imports
import { CFunction, dlopen, JSCallback, read, type Pointer } from "bun:ffi";
import { spawn } from "node:child_process";
import { readSync } from "node:fs";
// Found from the folder of the tests, through the links of npm and of the workspaces.
import { parse } from "../../../src/native/ffi/signature.ts";
import { linuxPackages } from "../../../src/contract/shipped/linux-packages.ts";
import { string } from "valibot";

const wide = (text: string) => Buffer.from(`${text}\0`, "utf16le");

const [what = "", ...args] = process.argv.slice(2);
const acts: Readonly<Record<string, () => void>> = {
  tell: () => {
    console.log(
      JSON.stringify({
        platform: process.platform,
        folder: process.cwd(),
        args,
        word: process.env["WORD"],
        found: [typeof parse, typeof linuxPackages, string().type],
      }),
    );
    process.exitCode = 7;
  },
  echo: () => {
    console.error("ready");
    // Bun's streams take no pipe of Wine's for their own; reading it does.
    const heard = new Uint8Array(100);
    const length = readSync(0, heard);
    console.log(`heard ${new TextDecoder().decode(heard.subarray(0, length)).trim()}`);
    // Without the end of a line.
    process.stdout.write("the end");
  },
  family: () => {
    spawn(process.execPath, [import.meta.filename, "wait", "child"], {
      stdio: "inherit",
      detached: true,
    });
    acts["wait"]?.();
  },
  wait: () => {
    console.log(`waiting ${args[0] ?? ""}`);
    setInterval(() => {}, 1 << 30);
  },
  message: () => {
    const { MessageBoxW } = dlopen("user32.dll", {
      MessageBoxW: { args: ["ptr", "ptr", "ptr", "u32"], returns: "i32" },
    }).symbols;
    process.exitCode = MessageBoxW(null, wide("Is it there?"), wide(args[0] ?? ""), 4);
  },
  scale: () => {
    const { GetDpiForSystem, SetProcessDpiAwarenessContext } = dlopen("user32.dll", {
      GetDpiForSystem: { args: [], returns: "u32" },
      SetProcessDpiAwarenessContext: { args: ["i64"], returns: "i32" },
    }).symbols;
    const before = GetDpiForSystem();
    SetProcessDpiAwarenessContext(-3);
    console.log(JSON.stringify([before, GetDpiForSystem()]));
  },
  slot: () => {
    const { LoadLibraryW, GetProcAddress } = dlopen("kernel32.dll", {
      LoadLibraryW: { args: ["ptr"], returns: "ptr" },
      GetProcAddress: { args: ["ptr", "ptr"], returns: "ptr" },
    }).symbols;
    const library = LoadLibraryW(wide(args[0] ?? ""));
    const address = (name: string) => GetProcAddress(library, Buffer.from(`${name}\0`)) as Pointer;
    const answer = new JSCallback((a: number, b: number) => a * b, {
      args: ["i32", "i32"],
      returns: "i32",
    });
    const slot = address("slot");
    const before = read.u64(slot);
    const { RtlMoveMemory } = dlopen("kernel32.dll", {
      RtlMoveMemory: { args: ["ptr", "ptr", "u64"], returns: "void" },
    }).symbols;
    RtlMoveMemory(
      slot,
      new BigUint64Array(new BigUint64Array([BigInt(answer.ptr ?? 0)]).buffer),
      8n,
    );
    const call = (name: string) =>
      CFunction({ ptr: address(name), args: ["i32", "i32"], returns: "i32" });
    console.log(JSON.stringify([Number(before), call("Multiply")(6, 7), call("Again")(2, 3)]));
  },
};
acts[what]?.();
