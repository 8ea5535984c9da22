import { advapi32 } from "./lib/advapi32.ts";
import { kernel32 } from "./lib/kernel32.ts";
import { wide, wideTextAt } from "./wide-text.ts";

const SE_FILE_OBJECT = 1;
const DACL_SECURITY_INFORMATION = 4;
const SDDL_REVISION_1 = 1;

/** The access rights of a file or folder, as SDDL; `null`: Windows does not report them. */
export function fileRights(path: string): string | null {
  const out = new BigUint64Array(new ArrayBuffer(8));
  const what = DACL_SECURITY_INFORMATION;
  const error = advapi32.GetNamedSecurityInfoW(
    wide(path),
    SE_FILE_OBJECT,
    what,
    null,
    null,
    null,
    null,
    out,
  );
  if (error !== 0) return null;
  const descriptor = Number(out[0]);
  try {
    const hasText = advapi32.ConvertSecurityDescriptorToStringSecurityDescriptorW(
      descriptor,
      SDDL_REVISION_1,
      what,
      out,
      null,
    );
    if (hasText === 0) return null;
    const text = Number(out[0]);
    try {
      return wideTextAt(text);
    } finally {
      kernel32.LocalFree(text);
    }
  } finally {
    kernel32.LocalFree(descriptor);
  }
}
