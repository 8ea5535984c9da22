import {
  boolean,
  choice,
  either,
  field,
  list,
  map,
  optional,
  optionalText,
  record,
  required,
  text,
  textOf,
  variants,
} from "./field.ts";

const silent = field(boolean, true, "Install without showing anything.");

const webviewInstallMode = variants(
  "WebviewInstallMode",
  "How the webview runtime gets onto a machine that has none.",
  { name: "type", sentence: "Which way." },
  {
    skip: { sentence: "Do not install it.", fields: {} },
    downloadBootstrapper: {
      sentence:
        "Download a bootstrapper and run it. Needs the internet; the smallest installer; not recommended on Windows 7.",
      fields: { silent },
    },
    embedBootstrapper: {
      sentence:
        "Ship the bootstrapper and run it. Needs the internet; about 1.8 MB more; better support for Windows 7.",
      fields: { silent },
    },
    offlineInstaller: {
      sentence: "Ship the offline installer. Needs no internet; about 127 MB more.",
      fields: { silent },
    },
    fixedRuntime: {
      sentence: "Ship a fixed runtime and use it; about 180 MB more.",
      fields: {
        path: required(text, "Path of the runtime: the folder extracted from its `.cab` file."),
      },
    },
  },
);

const wixLanguageConfig = record("WixLanguageConfig", "Settings of one installer language.", {
  localePath: optionalText("Path of a `.wxl` locale file."),
});

const wixConfig = record("WixConfig", "MSI settings.", {
  language: field(
    either("WixLanguage", {
      text,
      list: list(text),
      object: map(wixLanguageConfig, "language"),
    }),
    "en-US",
    "Languages to make installers in: one, a list, or a map from a language to its settings. Pages are in English, German, French or Spanish; in English in other languages, unless `localePath` brings texts.",
  ),
  template: optionalText("Path of an own `.wxs` template."),
  fragmentPaths: field(list(text), [], "Paths of `.wxs` fragments."),
  componentGroupRefs: field(list(text), [], "Ids of component groups in the fragments."),
  componentRefs: field(list(text), [], "Ids of components in the fragments."),
  featureGroupRefs: field(list(text), [], "Ids of feature groups in the fragments."),
  featureRefs: field(list(text), [], "Ids of features in the fragments."),
  mergeRefs: field(
    list(text),
    [],
    "Refused: merge modules cannot be taken in. Install their files by a `<Component>`, or run their own installer.",
  ),
  skipWebviewInstall: field(boolean, false, "The MSI does not install the webview runtime.", {
    deprecated: "use `webviewInstallMode` with the type `skip`",
  }),
  license: optionalText("License shown by the installer: RTF; other files are converted."),
  enableElevatedUpdateTask: field(
    boolean,
    false,
    "Make a task in the task scheduler that installs updates with administrator rights.",
  ),
  bannerPath: optionalText("Bitmap at the top of all pages except the first: 493x58 pixels."),
  dialogImagePath: optionalText("Bitmap of the first and the last page: 493x312 pixels."),
});

const nsisConfig = record("NsisConfig", "Script installer settings.", {
  template: optionalText("Path of an own `.nsi` template.", { newer: true }),
  hooks: optionalText(
    "Path of a `.nsh` file with macros that run at points of the installer, instead of a whole template: `NSIS_HOOK_PREINSTALL`, `NSIS_HOOK_POSTINSTALL`, `NSIS_HOOK_PREUNINSTALL` and `NSIS_HOOK_POSTUNINSTALL`, each of which may be missing. See docs/windows-packages.md.",
    { ours: true },
  ),
  license: optionalText("Path of the license file."),
  headerImage: optionalText("Bitmap in the head of the pages: 150x57 pixels recommended."),
  sidebarImage: optionalText("Bitmap of the first and the last page: 164x314 pixels recommended."),
  installerIcon: optionalText("Icon of the installer."),
  installMode: field(
    choice("NSISInstallerMode", {
      currentUser: "For the user who runs it, without administrator rights; registered under HKCU.",
      perMachine: "Into the folder of programs, with administrator rights; registered under HKLM.",
      both: "The user chooses; always with administrator rights; registered under HKLM or HKCU.",
    }),
    "currentUser",
    "For all users or for one.",
  ),
  languages: optional(
    list(text),
    "Languages of the installer, as NSIS calls them: `English`, `German`, `SimpChinese`. The system's is used if it is in the list, else the first; `English` when absent.",
  ),
  customLanguageFiles: optional(
    map(text, "language"),
    "A map from a language to the path of a `.nsh` file with translated messages. Each language must be one of `languages`.",
    { newer: true },
  ),
  displayLanguageSelector: field(
    boolean,
    false,
    "Let the user choose the language before installing and removing.",
  ),
  compression: optional(
    choice("NsisCompression", {
      zlib: "Quick and simple; about 300 KB of memory.",
      bzip2: "Smaller and slower; about 4 MB of memory.",
      lzma: "The smallest; about 50 MB of memory when unpacking, for a larger dictionary than the 8 MB that NSIS has.",
    }),
    "How the installer is compressed; `lzma` when absent.",
    { newer: true, whenAbsent: "lzma" },
  ),
});

export const windowsConfig = record("WindowsConfig", "Windows installer settings.", {
  digestAlgorithm: optionalText(
    "Digest of signatures; needed for signing; SHA-256 is recommended.",
  ),
  certificateThumbprint: optionalText("SHA-1 hash of the signing certificate."),
  timestampUrl: optionalText("Address of the timestamping server."),
  tsp: field(boolean, false, "The timestamping server speaks the Time-Stamp Protocol (RFC 3161)."),
  webviewInstallMode: field(
    webviewInstallMode,
    { type: "downloadBootstrapper", silent: true },
    "How the webview runtime is installed. Updates always use `downloadBootstrapper`.",
  ),
  webviewFixedRuntimePath: optionalText(
    "Path of a fixed webview runtime: the folder extracted from its `.cab` file. Wins over `webviewInstallMode`.",
    { deprecated: "use `webviewInstallMode` with the type `fixedRuntime`" },
  ),
  allowDowngrades: field(
    boolean,
    true,
    "An older version may be installed over a newer one. When false, 1.2.0 is refused where 1.2.1 is installed.",
  ),
  wix: optional(wixConfig, "MSI settings.", { whenAbsent: {} }),
  nsis: optional(nsisConfig, "Script installer settings.", { whenAbsent: {} }),
  signCommand: optional(
    textOf({
      pattern: "%1",
      says: "must hold %1, which stands for the path of the file to sign",
      example: "sign.exe --file %1",
    }),
    "A command to sign with instead of the tool that only Windows has. It must hold `%1`, which stands for the path of the file.",
    { newer: true },
  ),
});
