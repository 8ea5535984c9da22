// Every setting of macOS' packages, with the test that fails when it has no effect. A field without
// one has no place here.

import { testProofs, type Proof } from "../proofs.ts";

const app = "bundler/macos/app.test.ts";
const signing = "bundler/macos/app-signing.test.ts";
const identity = "cli/build/macos-signing.test.ts";
const image = "bundler/macos/dmg.test.ts";
const inWindow: Proof = [image, "the window is as the configuration says"];

testProofs("macOS' packages", {
  "MacConfig.frameworks": [
    [app, "resources, sidecars and frameworks have their places, and are sealed"],
    [app, "a framework without a path is looked up in the usual places, in their order"],
  ],
  "MacConfig.minimumSystemVersion": [
    [app, "Info.plist tells ${field}", '"a version of the system"', '"no version of the system"'],
    [app, 'Info.plist says what the runtime needs when the configuration says "${minimum}"'],
    [
      "cli/build/hook-variables.test.ts",
      "hooks of an app for macOS know the oldest system that it is for",
    ],
  ],
  "MacConfig.activationPolicy": [
    [
      app,
      "Info.plist tells ${field}",
      '"that it is not in the Dock"',
      '"that it works in the background"',
    ],
    [
      "stories/activation-policy.test.ts",
      "an app begins with the policy of its configuration, on macOS alone",
    ],
  ],
  "MacConfig.exceptionDomain": [
    [app, "Info.plist tells ${field}", '"the domain that it may talk to"'],
  ],
  "MacConfig.license": [[image, "a license is shown before the image opens, in any script"]],
  "MacConfig.signingIdentity": [
    [identity, "an identity of a keychain is for the system's own tool, where there is one"],
    [identity, "it must be that of the identity: by its name, a part of it, or its thumbprint"],
    [signing, "everything is signed from the inside out"],
  ],
  "MacConfig.hardenedRuntime": [[signing, "and not hardened where that is not wanted"]],
  "MacConfig.providerShortName": [
    [
      "config/rules.test.ts",
      "a value that a package cannot have is an error at its place, before a build",
    ],
  ],
  "MacConfig.entitlements": [
    [signing, "an app may do what its runtime must, and what its own file says over that"],
    [signing, "a sidecar keeps its rights, and has those of the app's own file"],
  ],

  "DmgConfig.background": [inWindow, [image, "a background that is no picture is refused"]],
  "DmgConfig.windowPosition": [inWindow],
  "DmgConfig.windowSize": [inWindow],
  "DmgConfig.appPosition": [inWindow],
  "DmgConfig.applicationFolderPosition": [inWindow],
  "DmgConfig.compression": [[image, "7z unpacks a small one, packed by lzma"]],
  "Position.x": [inWindow],
  "Position.y": [inWindow],
  "Size.width": [inWindow],
  "Size.height": [inWindow],
});
