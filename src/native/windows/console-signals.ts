import { toArrayBuffer, type Pointer } from "bun:ffi";
import { addressOfFunction } from "../ffi/library.ts";
import { addressOf } from "./com/client.ts";
import { lastError } from "./last-error.ts";
import { hiddenWindow, onMessage } from "./hidden-window.ts";
import { kernel32 } from "./lib/kernel32.ts";
import { user32 } from "./lib/user32.ts";

// Windows reports Ctrl-C and the closing of a console on a thread that it starts for that, where no
// JavaScript can run; and Bun's own signals wait for its loop, which has no turn here. So Windows
// calls a few machine instructions, which post a message to the hidden window.

const consoleMessage = 0x8002;
const names = ["SIGINT", "SIGBREAK", "SIGHUP"] as const;

const MEM_COMMIT = 0x1000;
const MEM_RESERVE = 0x2000;
const PAGE_READWRITE = 4;
const PAGE_EXECUTE_READ = 0x20;

/**
 * 1 after the first request: the second time Windows ends the process at once, as it does with any
 * program.
 */
const asked = new Int32Array(new ArrayBuffer(4));

/**
 * Reports Ctrl-C, Ctrl-Break and the closing of the console, for an app that has one: in
 * development, and started from a terminal. The first one is a request; the second one ends the
 * process, regardless of its threads.
 */
export function watchConsole(onTerminate: (reason: string) => void): void {
  // These are x64 instructions; on ARM the first signal ends the process.
  if (process.arch !== "x64") return;
  onMessage(consoleMessage, (type) => {
    onTerminate(names[type] ?? "the end of the console");
    return 0;
  });
  kernel32.SetConsoleCtrlHandler(executable(handlerCode()), true);
}

/** The instructions of BOOL handler(DWORD type). */
function handlerCode(): Uint8Array {
  const number = (value: number): number[] => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    return [...bytes];
  };
  const post = addressOfFunction(user32, "PostMessageW");
  const sleep = addressOfFunction(kernel32, "Sleep");
  const wait = [
    [0xb9, 0xff, 0xff, 0xff, 0xff], // mov ecx, INFINITE
    [0x48, 0xb8, ...number(sleep)], // mov rax, Sleep
    [0xff, 0xd0], // call rax
  ].flat();
  const ask = [
    [0x89, 0xcb], // mov ebx, ecx
    [0x41, 0x89, 0xc8], // mov r8d, ecx
    [0x45, 0x31, 0xc9], // xor r9d, r9d
    [0xba, ...number(consoleMessage).slice(0, 4)], // mov edx, message
    [0x48, 0xb9, ...number(hiddenWindow())], // mov rcx, window
    [0x48, 0xb8, ...number(post)], // mov rax, PostMessageW
    [0xff, 0xd0], // call rax
    // When a console is closed, the process lives until this returns, and five seconds at most.
    [0x83, 0xfb, 0x02], // cmp ebx, CTRL_CLOSE_EVENT
    [0x72, wait.length], // jb past the wait
    wait,
    [0xb8, 1, 0, 0, 0], // mov eax, TRUE
    [0xeb, 0x02], // jmp over the next
  ].flat();
  const code = [
    [0x53], // push rbx
    [0x48, 0x83, 0xec, 0x20], // sub rsp, 32: shadow space of called functions
    [0x48, 0xb8, ...number(addressOf(asked))], // mov rax, asked
    [0xbb, 1, 0, 0, 0], // mov ebx, 1
    [0x87, 0x18], // xchg [rax], ebx
    [0x85, 0xdb], // test ebx, ebx
    [0x75, ask.length], // jnz to the refusal
    ask,
    [0x31, 0xc0], // xor eax, eax: FALSE
    [0x48, 0x83, 0xc4, 0x20], // add rsp, 32
    [0x5b], // pop rbx
    [0xc3], // ret
  ];
  return new Uint8Array(code.flat());
}

/** Memory that holds this code, until the process ends. */
function executable(code: Uint8Array): number {
  const address = kernel32.VirtualAlloc(
    null,
    code.length,
    MEM_COMMIT | MEM_RESERVE,
    PAGE_READWRITE,
  );
  if (address === null)
    throw new Error(`Cannot watch the console: VirtualAlloc failed (${lastError()})`);
  new Uint8Array(toArrayBuffer(address as Pointer, 0, code.length)).set(code);
  const before = new Uint32Array(new ArrayBuffer(4));
  kernel32.VirtualProtect(address, code.length, PAGE_EXECUTE_READ, before);
  return address;
}
