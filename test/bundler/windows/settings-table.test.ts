// Every setting of Windows' packages, with the test that fails when it has no effect. A field
// without one has no place here.

import { testProofs, type Proof } from "../proofs.ts";

const made = "bundler/windows/nsis-settings.test.ts";
const script = "bundler/windows/nsis.test.ts";
const msi = "bundler/windows/msi.test.ts";
const wix = "bundler/windows/wix.test.ts";
const signing = "cli/build/windows-signing.test.ts";
const inInstaller = (field: string): Proof => [
  made,
  "%s is in it, and not without it",
  `"${field}"`,
];
const references = (field: string): Proof => [wix, "${field} take what they name", `"${field}"`];
const signatures: Proof = [signing, "digestAlgorithm, timestampUrl and tsp are in the signature"];
const fixedRuntime = (field: string): Proof => [
  script,
  "a fixed runtime is shipped, and must be one: by %s",
  `"${field}"`,
];
const modes: Proof = [script, "the web engine: %s"];
const installs: Proof = [
  "wine/installers/webview-install.test.ts",
  "${mode.type}${silent}: by the",
];

testProofs("Windows' packages", {
  "WindowsConfig.digestAlgorithm": [signatures],
  "WindowsConfig.timestampUrl": [signatures],
  "WindowsConfig.tsp": [signatures],
  "WindowsConfig.certificateThumbprint": [
    [signing, "one with another thumbprint than the configuration's is refused"],
    [
      "wine/signing.test.ts",
      "signs on Windows what a file with the same certificate signs elsewhere",
    ],
  ],
  "WindowsConfig.signCommand": [[signing, "a command gets the file's whole path as one word"]],
  "WindowsConfig.webviewInstallMode": [modes, [msi, "skipWebviewInstall and the modes"]],
  "WindowsConfig.webviewFixedRuntimePath": [fixedRuntime("webviewFixedRuntimePath")],
  "WindowsConfig.allowDowngrades": [
    [script, "the script gets allowDowngrades"],
    ["wine/installers/nsis.test.ts", "an older version is refused"],
    [
      "wine/installers/msi.test.ts",
      "an older version is installed over a newer one unless that is refused",
    ],
  ],
  "WindowsConfig.wix": [[msi, "license: a text becomes RTF"]],
  "WindowsConfig.nsis": [inInstaller("license")],

  "WebviewInstallMode.type": [modes, installs, [msi, "skipWebviewInstall and the modes"]],
  "WebviewInstallMode.silent": [modes, installs],
  "WebviewInstallMode.path": [fixedRuntime("webviewInstallMode")],

  "WixConfig.language": [[msi, "language: one, several, or with texts of their own"]],
  "WixLanguageConfig.localePath": [[msi, "language: one, several, or with texts of their own"]],
  "WixConfig.template": [[wix, "template: an own description"]],
  "WixConfig.fragmentPaths": [references("componentRefs")],
  "WixConfig.componentGroupRefs": [references("componentGroupRefs")],
  "WixConfig.componentRefs": [references("componentRefs")],
  "WixConfig.featureGroupRefs": [references("featureGroupRefs")],
  "WixConfig.featureRefs": [references("featureRefs")],
  "WixConfig.mergeRefs": [[wix, "mergeRefs are refused with file, line and element"]],
  "WixConfig.skipWebviewInstall": [[msi, "skipWebviewInstall and the modes"]],
  "WixConfig.license": [[msi, "license: a text becomes RTF"]],
  "WixConfig.enableElevatedUpdateTask": [[msi, "enableElevatedUpdateTask: a task is made"]],
  "WixConfig.bannerPath": [[msi, "${field}: a bitmap of", '"bannerPath"']],
  "WixConfig.dialogImagePath": [[msi, "${field}: a bitmap of", '"dialogImagePath"']],

  "NsisConfig.hooks": [
    ["wine/opening.test.ts", "the script installer registers them, runs the app's macros"],
  ],
  "NsisConfig.template": [[script, "an own script takes the place of ours"]],
  "NsisConfig.license": [inInstaller("license")],
  "NsisConfig.headerImage": [inInstaller("headerImage")],
  "NsisConfig.sidebarImage": [inInstaller("sidebarImage")],
  "NsisConfig.installerIcon": [inInstaller("installerIcon")],
  "NsisConfig.installMode": [
    inInstaller("installMode"),
    ["wine/installers/nsis.test.ts", 'mode ${[mode, ...options].join(" with ")} installs for'],
  ],
  "NsisConfig.languages": [inInstaller("languages")],
  "NsisConfig.customLanguageFiles": [inInstaller("customLanguageFiles")],
  "NsisConfig.displayLanguageSelector": [inInstaller("displayLanguageSelector")],
  "NsisConfig.compression": [[script, "compressed by %s"]],
});
