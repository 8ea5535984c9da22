import { openAddressArgument, openArgument } from "../../contract/shipped/open-arguments.ts";
import type { PackagedFile } from "../resources.ts";
import { isCommon, type OpenedFiles, type Opens } from "../opens.ts";
import type { StagedApp } from "../staged-app.ts";

// The registry entries of an app that opens files and addresses. For a common extension the app
// only offers itself, since no program may make itself the default: the user chooses. Extensions of
// own types and own schemes are claimed.
//
//   Software\Classes\<identifier>.<ext>       a type: its name, its icon, its command
//   Software\Classes\<identifier>.address     the same for addresses
//   Software\Classes\.<ext>\OpenWithProgids
//   Software\Classes\<scheme>
//   Software\<identifier>\Capabilities        listed in Windows' settings, by Software\RegisteredApplications
//
// Source: Microsoft, "Default Programs", "File Type Handlers" and "Registering an Application to a
// URI Scheme".

/** A text of the registry, below HKLM or HKCU. */
export interface Registration {
  readonly key: string;
  /** `null`: the default value of the key. */
  readonly name: string | null;
  readonly value: RegisteredText;
  /**
   * The removal with the app: the key with everything below it, or the value; "our": only if the
   * value is still the app's, because another app may have replaced it. `null`: it is removed with
   * a parent key.
   */
  readonly removal: "key" | "value" | "our key" | "our value" | null;
}

/** Texts, interleaved with files of the installed app. */
export type RegisteredText = readonly (string | { readonly file: string })[];

type RegisteredApp = Pick<StagedApp, "identifier" | "productName" | "summary" | "opens"> & {
  readonly executableName: string;
};

const classes = "Software\\Classes";

/** All registrations; none if the app opens nothing. */
export function registrations(app: RegisteredApp): Registration[] {
  const { identifier, productName, summary, executableName, opens } = app;
  if (opens.files.length === 0 && opens.schemes.length === 0) return [];
  const exe = { file: executableName };
  const capabilities = `Software\\${identifier}\\Capabilities`;
  const address = `${identifier}.address`;
  const text = (key: string, name: string | null, value: string): Registration =>
    plain(key, name, [value]);
  return [
    ...opens.files.flatMap((files) => fileType(app, files, capabilities)),
    ...(opens.schemes.length === 0
      ? []
      : [
          {
            ...text(`${classes}\\${address}`, null, `URL:${productName}`),
            removal: "key" as const,
          },
          ...addressType(`${classes}\\${address}`, exe),
        ]),
    // File types handle addresses of files.
    ...opens.schemes
      .filter((scheme) => scheme !== "file")
      .flatMap((scheme) => [
        ...(opens.reserved.includes(scheme)
          ? []
          : [
              text(`${classes}\\${scheme}`, null, `URL:${productName}`),
              ...addressType(`${classes}\\${scheme}`, exe, "our key"),
            ]),
        text(`${capabilities}\\URLAssociations`, scheme, address),
      ]),
    { ...text(capabilities, "ApplicationName", productName), removal: "key" },
    text(capabilities, "ApplicationDescription", summary),
    { ...text("Software\\RegisteredApplications", identifier, capabilities), removal: "value" },
  ];
}

function plain(key: string, name: string | null, value: RegisteredText): Registration {
  return { key, name, value, removal: null };
}

function fileType(
  { identifier, executableName }: RegisteredApp,
  files: OpenedFiles,
  capabilities: string,
): Registration[] {
  const { extensions, name, icon } = files;
  const type = `${identifier}.${extensions[0]}`;
  const key = `${classes}\\${type}`;
  const exe = { file: executableName };
  return [
    { ...plain(key, null, [name]), removal: "key" },
    plain(
      `${key}\\DefaultIcon`,
      null,
      icon === null ? ['"', exe, '",0'] : ['"', { file: iconPath(files) }, '"'],
    ),
    plain(`${key}\\shell\\open\\command`, null, ['"', exe, `" ${openArgument} "%1"`]),
    ...extensions.flatMap((extension): Registration[] => [
      { ...plain(`${classes}\\.${extension}\\OpenWithProgids`, type, [""]), removal: "value" },
      ...(isCommon(extension)
        ? []
        : [{ ...plain(`${classes}\\.${extension}`, null, [type]), removal: "our value" as const }]),
      plain(`${capabilities}\\FileAssociations`, `.${extension}`, [type]),
    ]),
  ];
}

function addressType(
  key: string,
  exe: { readonly file: string },
  removal: Registration["removal"] = null,
): Registration[] {
  return [
    plain(key, "URL Protocol", [""]),
    plain(`${key}\\DefaultIcon`, null, ['"', exe, '",0']),
    {
      ...plain(`${key}\\shell\\open\\command`, null, ['"', exe, `" ${openAddressArgument} "%1"`]),
      removal,
    },
  ];
}

/** The icons of file types, in the app's folder. */
export function typeIcons({ files }: Opens): PackagedFile[] {
  return files.flatMap((each) =>
    each.icon === null ? [] : [{ path: iconPath(each), source: ico(each.icon), executable: false }],
  );
}

function iconPath({ extensions: [first] }: OpenedFiles): string {
  return `file-${first}.ico`;
}

/**
 * An icon with one picture, a PNG of 256 × 256 pixels. Source:
 * https://en.wikipedia.org/wiki/ICO_(file_format)
 */
function ico(png: Uint8Array): Uint8Array {
  const head = Buffer.alloc(22);
  // An icon with one picture; its width and height are 256, which is encoded as 0.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  // Planes, and bits per pixel.
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
