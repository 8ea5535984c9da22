import type { Opens } from "../opens.ts";
import type { Category, MacSettings } from "../settings.ts";
import { openedTypes } from "./opened-types.ts";
import { parsePlist, xmlPlist, type Dictionary } from "../write/property-list.ts";

export type InfoPlist = Dictionary;

/** The facts for an Info.plist. */
export interface InfoFacts {
  readonly productName: string;
  readonly executableName: string;
  readonly identifier: string;
  readonly version: string;
  /** `null`: there is none. */
  readonly iconName: string | null;
  readonly category: Category | null;
  readonly copyright: string | null;
  readonly minimumSystemVersion: string | null;
  readonly exceptionDomain: string | null;
  readonly activationPolicy: MacSettings["activationPolicy"];
  readonly opens: Opens;
  /** The content of the app's own file, which takes precedence. */
  readonly own: InfoPlist;
}

// Apple's names of app categories. Source: LSApplicationCategoryType, Information Property List.
const categories: Readonly<Record<Category, string>> = {
  Business: "business",
  DeveloperTool: "developer-tools",
  Education: "education",
  Entertainment: "entertainment",
  Finance: "finance",
  Game: "games",
  ActionGame: "action-games",
  AdventureGame: "adventure-games",
  ArcadeGame: "arcade-games",
  BoardGame: "board-games",
  CardGame: "card-games",
  CasinoGame: "casino-games",
  DiceGame: "dice-games",
  EducationalGame: "educational-games",
  FamilyGame: "family-games",
  KidsGame: "kids-games",
  MusicGame: "music-games",
  PuzzleGame: "puzzle-games",
  RacingGame: "racing-games",
  RolePlayingGame: "role-playing-games",
  SimulationGame: "simulation-games",
  SportsGame: "sports-games",
  StrategyGame: "strategy-games",
  TriviaGame: "trivia-games",
  WordGame: "word-games",
  GraphicsAndDesign: "graphics-design",
  HealthcareAndFitness: "healthcare-fitness",
  Lifestyle: "lifestyle",
  Medical: "medical",
  Music: "music",
  News: "news",
  Photography: "photography",
  Productivity: "productivity",
  Reference: "reference",
  SocialNetworking: "social-networking",
  Sports: "sports",
  Travel: "travel",
  Utility: "utilities",
  Video: "video",
  Weather: "weather",
};

/** The keys that an app's own Info.plist must not change: the bundle is built around them. */
const settled = ["CFBundleExecutable", "CFBundleIdentifier", "CFBundlePackageType"];

/** Several times the size of the largest ones. Its parser is slow for text that is no XML. */
export const longestText = 100_000;

/** Parses the app's own Info.plist. @throws Error when it is invalid, or sets a forbidden key */
export function parseInfoPlist(text: string): InfoPlist {
  if (text.length > longestText)
    throw new Error(`Cannot use "Info.plist": it may have at most ${longestText} characters`);
  let value: InfoPlist;
  try {
    value = parsePlist(Buffer.from(text));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use "Info.plist": ${reason}`, { cause });
  }
  const taken = settled.find((key) => key in value);
  if (taken !== undefined)
    throw new Error(
      `Cannot use "Info.plist": ${taken} comes from the configuration and may not stand in it`,
    );
  return value;
}

/** Makes the Info.plist of an app. */
export function infoPlist(facts: InfoFacts): Buffer {
  const { productName, version, iconName, category, copyright, exceptionDomain } = facts;
  const plist = {
    // Apps have no localizations for the system: without this, the system's panels would always be
    // in English.
    CFBundleAllowMixedLocalizations: true,
    CFBundleDevelopmentRegion: "en",
    CFBundleDisplayName: productName,
    CFBundleExecutable: facts.executableName,
    ...(iconName !== null && { CFBundleIconFile: iconName }),
    CFBundleIdentifier: facts.identifier,
    CFBundleInfoDictionaryVersion: "6.0",
    CFBundleName: productName,
    CFBundlePackageType: "APPL",
    CFBundleShortVersionString: version,
    CFBundleSupportedPlatforms: ["MacOSX"],
    // Numbers only: a suffix is invalid here.
    CFBundleVersion: /^[\d.]+/.exec(version)?.[0] ?? version,
    ...(category !== null && {
      LSApplicationCategoryType: `public.app-category.${categories[category]}`,
    }),
    ...(facts.minimumSystemVersion !== null && {
      LSMinimumSystemVersion: facts.minimumSystemVersion,
    }),
    ...(facts.activationPolicy === "accessory" && { LSUIElement: true }),
    ...(facts.activationPolicy === "prohibited" && { LSBackgroundOnly: true }),
    NSHighResolutionCapable: true,
    ...(copyright !== null && { NSHumanReadableCopyright: copyright }),
    NSPrincipalClass: "NSApplication",
    ...(exceptionDomain !== null && { NSAppTransportSecurity: mayTalkTo(exceptionDomain) }),
    ...openedTypes(facts.identifier, facts.opens),
    ...facts.own,
  };
  return xmlPlist(plist);
}

/** Permits connections without encryption to a domain, which the system refuses by default. */
function mayTalkTo(domain: string): InfoPlist {
  const rights = { NSExceptionAllowsInsecureHTTPLoads: true, NSIncludesSubdomains: true };
  return { NSExceptionDomains: { [domain]: rights } };
}
