import { cards } from "../../../dialogs/page/cards.ts";
import type { Module } from "../module.ts";

export const dialogModule: Module = {
  name: "dialog",
  about: "The system's own dialogs.",
  cards: cards,
};
