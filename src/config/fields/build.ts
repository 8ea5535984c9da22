import { boolean, either, field, list, optional, record, required, text } from "./field.ts";

const appUrl = either("AppUrl", { text, list: list(text) });

const hookFields = {
  script: required(text, "The shell command."),
  cwd: optional(
    text,
    "The folder it runs in, relative to the configuration file; the front end's when absent.",
  ),
};

const beforeDevCommand = either("BeforeDevCommand", {
  text,
  object: record("BeforeDevCommandDetail", "A shell command with its options.", {
    ...hookFields,
    wait: field(boolean, false, "Wait for it to end before going on."),
  }),
});

const hookCommand = either("HookCommand", {
  text,
  object: record("HookCommandDetail", "A shell command with its options.", hookFields),
});

export const buildConfig = record(
  "BuildConfig",
  "How the application is built and run while you work on it.",
  {
    runner: optional(
      text,
      "The Bun executable to build and run with, or a script that starts one with the arguments it gets; the one of this package when absent.",
    ),
    devPath: field(
      appUrl,
      "http://localhost:8080/",
      "The page in development: the address of a development server, a folder, or a list of files. An address is loaded as it is written.",
    ),
    distDir: field(
      appUrl,
      "../dist",
      "The page in production. A folder is put into the application with all its files except source maps and files of version control, systems, editors and tools (`.git`, `.DS_Store`); `index.html` is looked for in it unless a window has an address. A list puts in only these files, side by side. An address puts in nothing and is loaded instead, as it is written.",
    ),
    beforeDevCommand: optional(
      beforeDevCommand,
      "Shell command that runs before `framework dev` starts.",
    ),
    beforeBuildCommand: optional(
      hookCommand,
      "Shell command that runs before `framework build` starts.",
    ),
    beforeBundleCommand: optional(hookCommand, "Shell command that runs before bundles are made."),
    features: optional(list(text), "Compile-time features passed to Bun."),
    bytecode: field(
      boolean,
      false,
      "Ship the bytecode of all modules of the application, and of Bun's own, in place of that of its first thread alone. It starts with a fifth less processor time; packages are 1.1 MB larger, and updates of an AppImage bring 2 MB when code has changed. Either is shipped where the Bun that compiles is the one that is shipped, in executables with their own runtime; with a `runner` of your own there is none unless this is set.",
      { ours: true, systems: ["linux"], elsewhere: "executables hold no bytecode" },
    ),
    withGlobalFramework: field(boolean, false, "Put the API at `window.__FRAMEWORK__`."),
  },
);
