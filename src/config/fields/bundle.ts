import { bundleTypes } from "../../contract/shipped/bundle-types.ts";
import { nameLengths } from "../../contract/shipped/name-lengths.ts";
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
  section,
  text,
  textOf,
} from "./field.ts";
import { appImageConfig, debConfig, rpmConfig } from "./bundle-linux.ts";
import { openingFields } from "./bundle-opening.ts";
import { dmgConfig, macConfig } from "./bundle-macos.ts";
import { windowsConfig } from "./bundle-windows.ts";

/**
 * The identifier of new projects and of configurations without a `bundle` section; `framework
 * build` refuses it.
 */
export const templateIdentifier = "com.framework.dev";

export const identifierText = textOf({
  characters: "A-Za-z0-9.\\-",
  says: 'may hold only letters from A to Z, digits, "-" and "."',
  example: "com.example.my-app",
  problem(value) {
    if (/^[.]|[.]$|\.\./.test(value)) return 'may not begin or end with ".", or hold two in a row';
    const { identifier: most } = nameLengths;
    return value.length > most
      ? `must be shorter: at most ${most} characters, it has ${value.length}`
      : null;
  },
});

const typeSentences = Object.fromEntries(
  Object.entries(bundleTypes).map(([type, { sentence }]) => [type, sentence]),
);
const bundleType = choice("BundleType", typeSentences, { ignoreCase: true });

const category = choice("Category", [
  "Business",
  "DeveloperTool",
  "Education",
  "Entertainment",
  "Finance",
  "Game",
  "ActionGame",
  "AdventureGame",
  "ArcadeGame",
  "BoardGame",
  "CardGame",
  "CasinoGame",
  "DiceGame",
  "EducationalGame",
  "FamilyGame",
  "KidsGame",
  "MusicGame",
  "PuzzleGame",
  "RacingGame",
  "RolePlayingGame",
  "SimulationGame",
  "SportsGame",
  "StrategyGame",
  "TriviaGame",
  "WordGame",
  "GraphicsAndDesign",
  "HealthcareAndFitness",
  "Lifestyle",
  "Medical",
  "Music",
  "News",
  "Photography",
  "Productivity",
  "Reference",
  "SocialNetworking",
  "Sports",
  "Travel",
  "Utility",
  "Video",
  "Weather",
]);

export const bundleConfig = record("BundleConfig", "The shipped files and their packages.", {
  active: field(boolean, false, "Make bundles; otherwise only the executable."),
  targets: field(
    either("BundleTarget", {
      text: choice(
        null,
        { all: "Every type the system being built for has.", ...typeSentences },
        { ignoreCase: true },
      ),
      list: list(bundleType),
    }),
    "all",
    "The bundles to make: `all`, one type, or a list of types, in any case.",
  ),
  identifier: required(
    identifierText,
    "Identifier of the application in reverse domain notation, different from every other application. It is the bundle's ID and part of the path of the web view's data. Letters from A to Z, digits, `-` and `.` only.",
  ),
  publisher: optionalText("Publisher, the Manufacturer of the Windows installers.", {
    derived: { from: "the second element of `identifier`", always: true },
  }),
  icon: field(
    list(text),
    [],
    "Paths of the icons, glob patterns included, of at most 4096 × 4096 pixels.",
  ),
  resources: optional(
    either("BundleResources", { list: list(text), object: map(text, "source path") }),
    "Files and folders to ship with the application, glob patterns included: a list of paths, or (newer revision) a map from source paths to target paths.",
  ),
  copyright: optionalText("Copyright text."),
  category: optional(category, "Kind of application."),
  shortDescription: optionalText("Short description."),
  longDescription: optionalText("Description of several lines."),
  useLocalToolsDir: field(
    boolean,
    false,
    "Keep build tools in `target/.framework-tools` of the project instead of the folder `framework-tools` in the user's cache: the executables of Bun that apps for other systems and processors are made from. Useful when building as a Windows system user whose application data folder is restricted.",
    { newer: true },
  ),
  runtime: field(
    choice(null, {
      own: "Each application carries the runtime, and needs nothing else.",
      shared:
        "A deb or rpm carries the application alone, and depends on a package with the runtime, which all such applications share. See docs/shared-runtime.md.",
    }),
    "own",
    "Where the JavaScript runtime comes from that the application runs on. All other packages, and the executable, carry their own.",
    { ours: true, systems: ["linux"], elsewhere: "every package carries its own runtime" },
  ),
  ...openingFields,
  appimage: section(appImageConfig, "AppImage settings.", { systems: ["linux"] }),
  deb: section(debConfig, "Debian package settings.", { systems: ["linux"] }),
  rpm: section(rpmConfig, "RPM settings.", { newer: true, systems: ["linux"] }),
  dmg: section(dmgConfig, "Disk image settings.", { newer: true, systems: ["macos"] }),
  macOS: section(macConfig, "macOS application settings.", { systems: ["macos"] }),
  externalBin: optional(
    list(text),
    "Paths of executables to ship, without their ending: for `bin/tool` the file `bin/tool-x86_64-unknown-linux-gnu` (or `-x86_64-pc-windows-msvc.exe`, `-x86_64-apple-darwin`, …) of the target is taken.",
  ),
  windows: section(windowsConfig, "Windows installer settings.", { systems: ["windows"] }),
});
