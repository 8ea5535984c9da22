import { fileURLToPath } from "node:url";
import { PathProblem } from "../../paths/path-problem.ts";
import { isShare, parseWindowsPath } from "../path/windows-path.ts";

// The actions of Windows for an address, as far as a scope must know. The shell starts the target:
// a file that is a program, or the program of a registered scheme, with the address in its command
// line. Access to a share reveals the user to its server. So an expression opens less than it
// admits there.

/** Schemes whose programs on every system expect addresses from any source. */
const common = new Set(["http", "https", "mailto", "tel"]);

/**
 * Extensions of files that the shell runs, installs, mounts, or follows to a program. Source:
 * Microsoft, "Blocked attachments in Outlook", and AssocIsDangerous of the shell.
 */
const run = new Set(
  `ade adp app appcontent-ms application appref-ms appx appxbundle asp aspx bas bat bgi cdxml cer chm cmd cnt com cpl
  crt csh der desklink deskthemepack diagcab diagcfg diagpkg exe fxp gadget grp hlp hpj hta htc img inf ins iso isp its
  jar jnlp js jse ksh library-ms lnk mad maf mag mam maq mar mas mat mau mav maw mcf mda mdb mde mdt mdw mdz msc msh
  msh1 msh1xml msh2 msh2xml mshxml msi msix msixbundle msp mst msu ops osd pcd pif pl plg prf prg printerexport ps1
  ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 pssc py pyc pyo pyw pyz pyzw rdp reg scf scr sct search-ms
  searchconnector-ms settingcontent-ms shb shs sys theme themepack tmp url vb vbe vbp vbs vhd vhdx vsmacros vsw webpnp
  website ws wsb wsc wsf wsh xbap xll xnk`.split(/\s+/),
);

/**
 * An address in the form for a command line: if its path has no rules, the parser keeps quotes and
 * blanks, and the text after them would be the program's next argument.
 */
export function quotedAddress(address: string): string {
  return address.replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));
}

/**
 * The reason why Windows must not open an address that an expression admits; `null`: it may.
 *
 * @param source the expression
 */
export function whyNotOpened(address: string, source: string): string | null {
  const [, scheme = ""] = /^([^:]*):/.exec(address.toLowerCase()) ?? [];
  if (scheme === "file") return whyNotFile(address);
  if (common.has(scheme) || names(source, scheme)) return null;
  return `its scheme "${scheme}" must be spelled out in ${source}, for any program may have registered it`;
}

function whyNotFile(address: string): string | null {
  let parts: readonly string[];
  try {
    parts = parseWindowsPath(fileURLToPath(address, { windows: true }));
  } catch (error) {
    return error instanceof PathProblem
      ? `it ${error.message}`
      : "it must be the address of a file";
  }
  if (isShare(parts[0] as string)) return "it must not be on a share";
  for (const part of parts) {
    // The shell shows a folder of this name as the object with that class id.
    if (/\.\{[0-9a-f-]+\}$/i.test(part))
      return `"${part}" must not stand for an object of the shell`;
  }
  const ending = /\.([^.]+)$/.exec(parts.at(-1) as string)?.[1]?.toLowerCase();
  if (ending === undefined || !run.has(ending)) return null;
  return `it must be no file that Windows runs, as ".${ending}" is; give programs an entry in framework.allowlist.shell.scope`;
}

/** Whether an expression contains a scheme as a word. */
function names(source: string, scheme: string): boolean {
  const words = source
    .toLowerCase()
    .replaceAll("\\", "")
    .split(/[^a-z0-9+.-]+/);
  return words.includes(scheme);
}
