import type { Category } from "../settings.ts";

/** The names of an app category in each system's catalogue. */
interface CategoryNames {
  /** Main and additional categories of the desktop menu specification. */
  readonly desktop: readonly string[];
  /** A section of the Debian archive. */
  readonly section: string;
}

const categories: Readonly<Record<Category, CategoryNames>> = {
  Business: { desktop: ["Office"], section: "misc" },
  DeveloperTool: { desktop: ["Development"], section: "devel" },
  Education: { desktop: ["Education"], section: "education" },
  Entertainment: { desktop: ["Network"], section: "misc" },
  Finance: { desktop: ["Office", "Finance"], section: "misc" },
  Game: { desktop: ["Game"], section: "games" },
  ActionGame: { desktop: ["Game", "ActionGame"], section: "games" },
  AdventureGame: { desktop: ["Game", "AdventureGame"], section: "games" },
  ArcadeGame: { desktop: ["Game", "ArcadeGame"], section: "games" },
  BoardGame: { desktop: ["Game", "BoardGame"], section: "games" },
  CardGame: { desktop: ["Game", "CardGame"], section: "games" },
  CasinoGame: { desktop: ["Game"], section: "games" },
  DiceGame: { desktop: ["Game"], section: "games" },
  EducationalGame: { desktop: ["Game", "Education"], section: "games" },
  FamilyGame: { desktop: ["Game"], section: "games" },
  KidsGame: { desktop: ["Game", "KidsGame"], section: "games" },
  MusicGame: { desktop: ["Game"], section: "games" },
  PuzzleGame: { desktop: ["Game", "LogicGame"], section: "games" },
  RacingGame: { desktop: ["Game"], section: "games" },
  RolePlayingGame: { desktop: ["Game", "RolePlaying"], section: "games" },
  SimulationGame: { desktop: ["Game", "Simulation"], section: "games" },
  SportsGame: { desktop: ["Game", "SportsGame"], section: "games" },
  StrategyGame: { desktop: ["Game", "StrategyGame"], section: "games" },
  TriviaGame: { desktop: ["Game"], section: "games" },
  WordGame: { desktop: ["Game"], section: "games" },
  GraphicsAndDesign: { desktop: ["Graphics"], section: "graphics" },
  HealthcareAndFitness: { desktop: ["Science"], section: "misc" },
  Lifestyle: { desktop: ["Education"], section: "misc" },
  Medical: { desktop: ["Science", "MedicalSoftware"], section: "science" },
  Music: { desktop: ["AudioVideo", "Audio", "Music"], section: "sound" },
  News: { desktop: ["Network", "News"], section: "news" },
  Photography: { desktop: ["Graphics", "Photography"], section: "graphics" },
  Productivity: { desktop: ["Office"], section: "misc" },
  Reference: { desktop: ["Education"], section: "misc" },
  SocialNetworking: { desktop: ["Network"], section: "net" },
  Sports: { desktop: ["Education", "Sports"], section: "misc" },
  Travel: { desktop: ["Education"], section: "misc" },
  Utility: { desktop: ["Utility"], section: "utils" },
  Video: { desktop: ["AudioVideo", "Video"], section: "video" },
  Weather: { desktop: ["Science"], section: "misc" },
};

/** The catalogue names of a category of the configuration; no category counts as a utility. */
export function categoryNames(category: Category | null): CategoryNames {
  return categories[category ?? "Utility"];
}
