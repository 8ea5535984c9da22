import { getMatches } from "framework/api/cli";
import type { Module } from "../module.ts";

export const cliModule: Module = {
  name: "cli",
  about: "The command line the app was started with.",
  cards: [
    {
      name: "getMatches",
      about: "The arguments by their names in framework.cli",
      controls: [],
      run: getMatches,
    },
  ],
};
