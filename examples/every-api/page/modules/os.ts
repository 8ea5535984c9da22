import { arch, locale, platform, tempdir, type, version } from "framework/api/os";
import type { Module } from "../module.ts";

export const osModule: Module = {
  name: "os",
  about: "The system that the app runs on.",
  cards: [
    { name: "platform", about: "The system", controls: [], run: platform },
    { name: "type", about: "The name of its kernel", controls: [], run: type },
    { name: "version", about: "The version of its kernel", controls: [], run: version },
    { name: "arch", about: "The processor", controls: [], run: arch },
    { name: "locale", about: "The user's language", controls: [], run: locale },
    { name: "tempdir", about: "The folder for temporary files", controls: [], run: tempdir },
  ],
};
