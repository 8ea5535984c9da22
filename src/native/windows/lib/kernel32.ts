import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

export const kernel32 = library("kernel32.dll", {
  GetLastError: ">u",
  // (module name or null) → HMODULE
  GetModuleHandleW: "n>l",
  GetCurrentThreadId: ">u",
  // (process, out session)
  ProcessIdToSessionId: "up>b",
  // (which of the standard ones) → HANDLE; 0 and -1: there is none
  GetStdHandle: "u>l",
  // (process that owns the console)
  AttachConsole: "u>b",
  // (flags, source, message, language, buffer, its length, arguments) → length
  FormatMessageW: "unuupun>u",
  // (flags, bytes) → HGLOBAL
  GlobalAlloc: "uL>l",
  GlobalLock: "l>n",
  GlobalUnlock: "l>b",
  GlobalSize: "l>L",
  GlobalFree: "l>l",
  LocalFree: "n>n",
  // (ACTCTXW) → HANDLE, or -1
  CreateActCtxW: "p>l",
  // (context, out cookie)
  ActivateActCtx: "lp>b",
  // (flags, extension, section, name, out result) → whether it was found
  FindActCtxSectionStringW: "unupp>b",
  SetEnvironmentVariableW: "pn>b",
  // (function, whether it is added)
  SetConsoleCtrlHandler: "nb>b",
  Sleep: "u>v",
  // (address, bytes, mode, protection) → address
  VirtualAlloc: "nLuu>n",
  // (address, bytes, protection, out: previous one)
  VirtualProtect: "pLup>b",
  // (security, stack, function, its argument, flags, id) → thread
  CreateThread: "nLpnun>l",
  // (handle, milliseconds) → 0: it has ended
  WaitForSingleObject: "lu>u",
  // (thread, exit code)
  GetExitCodeThread: "lp>b",
  CloseHandle: "l>b",
  // (program, command line, process, thread, whether handles are inherited, flags, environment,
  // folder, start, out: process)
  ExitProcess: "u>v",
  CreateProcessW: "ppnnbunnpp>b",
});

/** A file for an activation context: selects the library versions of a thread. */
export const ACTCTXW = struct({
  cbSize: "u32",
  dwFlags: "u32",
  lpSource: "ptr",
  wProcessorArchitecture: "u16",
  wLangId: "u16",
  lpAssemblyDirectory: "ptr",
  lpResourceName: "ptr",
  lpApplicationName: "ptr",
  hModule: "i64",
});

/** The active context's entry for a name. */
export const ACTCTX_SECTION_KEYED_DATA = struct({
  cbSize: "u32",
  ulDataFormatVersion: "u32",
  lpData: "ptr",
  ulLength: "u32",
  lpSectionGlobalData: "ptr",
  ulSectionGlobalDataLength: "u32",
  lpSectionBase: "ptr",
  ulSectionTotalLength: "u32",
  hActCtx: "i64",
  ulAssemblyRosterIndex: "u32",
  ulFlags: "u32",
  AssemblyMetadata: struct({
    lpInformation: "ptr",
    lpSectionBase: "ptr",
    ulSectionLength: "u32",
    lpSectionGlobalDataBase: "ptr",
    ulSectionGlobalDataLength: "u32",
  }),
});

let module: number | undefined;

/** The HINSTANCE of the program. */
export function instance(): number {
  module ??= kernel32.GetModuleHandleW(null);
  return module;
}

/** The start parameters of a program. */
export const STARTUPINFOW = struct({
  cb: "u32",
  lpReserved: "ptr",
  lpDesktop: "ptr",
  lpTitle: "ptr",
  dwX: "u32",
  dwY: "u32",
  dwXSize: "u32",
  dwYSize: "u32",
  dwXCountChars: "u32",
  dwYCountChars: "u32",
  dwFillAttribute: "u32",
  dwFlags: "u32",
  wShowWindow: "u16",
  cbReserved2: "u16",
  lpReserved2: "ptr",
  hStdInput: "i64",
  hStdOutput: "i64",
  hStdError: "i64",
});

export const PROCESS_INFORMATION = struct({
  hProcess: "i64",
  hThread: "i64",
  dwProcessId: "u32",
  dwThreadId: "u32",
});
