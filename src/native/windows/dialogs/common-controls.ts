import { mkdtempSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { functionAt, type NativeFunction } from "../../ffi/signature.ts";
import { comctl32File, taskDialogSignature } from "../lib/comctl32.ts";
import { ACTCTX_SECTION_KEYED_DATA, ACTCTXW, kernel32 } from "../lib/kernel32.ts";
import { functionIn, openSystemLibrary } from "../library.ts";
import { wide } from "../wide-text.ts";

type TaskDialog = NativeFunction<typeof taskDialogSignature>;

/**
 * `TaskDialogIndirect`, which exists only in version 6 of the common controls; `null`: there is
 * none.
 */
export function taskDialogFunction(): TaskDialog | null {
  if (found === undefined) found = find();
  return found;
}

let found: TaskDialog | null | undefined;

function find(): TaskDialog | null {
  if (!isVersionChosen()) activateVersion6();
  const address = functionIn(openSystemLibrary(comctl32File), "TaskDialogIndirect");
  return address === null ? null : functionAt(address, taskDialogSignature);
}

const ACTIVATION_CONTEXT_SECTION_DLL_REDIRECTION = 2;

/** Whether the program's manifest, or the thread's activation context, selects a version. */
function isVersionChosen(): boolean {
  const output = ACTCTX_SECTION_KEYED_DATA.make({ cbSize: ACTCTX_SECTION_KEYED_DATA.size });
  const section = ACTIVATION_CONTEXT_SECTION_DLL_REDIRECTION;
  return (
    kernel32.FindActCtxSectionStringW(0, null, section, wide(comctl32File), output.bytes) !== 0
  );
}

// The manifest of a built app selects its version. In development the program is Bun, whose
// manifest does not, and Windows uses version 5.
const manifest = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <dependency>
    <dependentAssembly>
      <assemblyIdentity type="win32" name="Microsoft.Windows.Common-Controls" version="6.0.0.0"
        processorArchitecture="*" publicKeyToken="6595b64144ccf1df" language="*"/>
    </dependentAssembly>
  </dependency>
</assembly>
`;

const INVALID_HANDLE_VALUE = -1;

/** Activates version 6 for this thread until it ends. */
function activateVersion6(): void {
  // A full disk, or a read-only folder for temporary files: the plain box remains.
  const file = attempt(writeManifest);
  if (file === undefined) return;
  // Windows has read the file when the call returns.
  const context = kernel32.CreateActCtxW(
    ACTCTXW.make({ cbSize: ACTCTXW.size, lpSource: wide(file) }).bytes,
  );
  const cookie = new Uint8Array(new ArrayBuffer(8));
  if (context !== INVALID_HANDLE_VALUE) kernel32.ActivateActCtx(context, cookie);
  attempt(() => unlinkSync(file));
  attempt(() => rmdirSync(dirname(file)));
}

function writeManifest(): string {
  const file = join(mkdtempSync(join(tmpdir(), "framework-")), "controls.manifest");
  writeFileSync(file, manifest);
  return file;
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
