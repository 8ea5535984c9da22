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
  // (process whose console it is)
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
  // (flags, extension, section, name, out what it says) → whether it says anything
  FindActCtxSectionStringW: "unupp>b",
  SetEnvironmentVariableW: "pn>b",
  // (function, whether it is added)
  SetConsoleCtrlHandler: "nb>b",
  Sleep: "u>v",
  // (address, bytes, how, rights) → address
  VirtualAlloc: "nLuu>n",
  // (address, bytes, rights, those before)
  VirtualProtect: "pLup>b",
  // (rights, stack, function, its argument, flags, number) → thread
  CreateThread: "nLpnun>l",
  // (handle, milliseconds) → 0: it has ended
  WaitForSingleObject: "lu>u",
  // (thread, exit code)
  GetExitCodeThread: "lp>b",
  CloseHandle: "l>b",
  // (program, command line, process, thread, handles are inherited, flags, environment, folder,
  // start, made)
  ExitProcess: "u>v",
  CreateProcessW: "ppnnbunnpp>b",
});

/** A file from which an activation context is made: which versions of libraries a thread gets. */
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

/** What the active context says of a name. */
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

/** How a program is started. */
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
