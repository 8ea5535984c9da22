import { runtimeMinimum } from "../../contract/shipped/macos-version.ts";
import {
  boolean,
  choice,
  field,
  integer,
  list,
  optional,
  optionalText,
  record,
  required,
  text,
  textOf,
} from "./field.ts";

const position = record("Position", "A place in a disk image's window.", {
  x: required(integer(), "Distance from the left."),
  y: required(integer(), "Distance from the top."),
});

const size = record("Size", "Size of a disk image's window.", {
  width: required(integer(), "Width."),
  height: required(integer(), "Height."),
});

export const dmgConfig = record("DmgConfig", "Disk image settings.", {
  background: optionalText("Path of the background image: png, jpg or gif.", { newer: true }),
  windowPosition: optional(position, "Where the window opens.", { newer: true }),
  windowSize: field(size, { width: 660, height: 400 }, "Size of the window.", { newer: true }),
  appPosition: field(position, { x: 180, y: 170 }, "Where the application's icon is.", {
    newer: true,
  }),
  applicationFolderPosition: field(
    position,
    { x: 480, y: 170 },
    "Where the Applications folder's icon is.",
    {
      newer: true,
    },
  ),
  compression: field(
    choice("DmgCompression", {
      zlib: "Packed in seconds; read by every macOS.",
      lzma: "A third smaller, and packed in half a minute; read since macOS 10.15.",
    }),
    "zlib",
    "How the disk image is packed; quick builds use `zlib`.",
    { ours: true },
  ),
});

export const macConfig = record("MacConfig", "macOS application settings.", {
  frameworks: optional(
    list(text),
    "Frameworks to ship: a bare name without `.framework` is looked up in the usual places, a path is taken as it is.",
  ),
  minimumSystemVersion: optional(
    text,
    `The oldest macOS it runs on. Older ones than ${runtimeMinimum}, as the default is, count as ${runtimeMinimum}, which the JavaScript runtime needs. \`null\`, in the main file as JSON or JSON5, leaves \`LSMinimumSystemVersion\` out of Info.plist. An empty text is not allowed, and the default is used.`,
    { whenAbsent: "10.13", nullIsKept: true },
  ),
  activationPolicy: field(
    choice("ActivationPolicy", {
      regular: "An icon in the Dock, and a menu bar.",
      accessory:
        "Neither of them: for an application in the menu bar, whose windows can have the keyboard.",
      prohibited:
        "Neither of them, and none of its windows can come to the front: for background work.",
    }),
    "regular",
    "How the application appears among others. Own code (`app.setActivationPolicy`) can change it. See docs/activation-policy.md.",
    { ours: true },
  ),
  exceptionDomain: optional(
    textOf({
      pattern: "^[^A-Z:/]*$",
      says: "must be a domain in lower case, without port and protocol",
      example: "example.com",
    }),
    "A domain the application may talk to: lower case, no port, no protocol.",
  ),
  license: optionalText("Path of the license file added to the disk image."),
  signingIdentity: optionalText("Identity to sign with."),
  hardenedRuntime: field(
    boolean,
    true,
    "Sign executables for the hardened runtime, with an ad-hoc signature as well.",
    { newer: true },
  ),
  providerShortName: optionalText("Has no effect: a key for notarization belongs to one provider."),
  entitlements: optionalText("Path of the entitlements file."),
});
