import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { initCommand, type InitOptions } from "../../../src/cli/init/init.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { tauriConf } from "./migrated.ts";

/** `framework init` in a project of Tauri. Each question of a new app gets the suggested answer. */
async function init(
  files: Readonly<Record<string, string>>,
  {
    answers = [],
    options = {},
  }: { readonly answers?: (boolean | null)[]; readonly options?: InitOptions } = {},
) {
  using dir = tempDir({ "page/index.html": "", ...files });
  const terminal = recordedTerminal(dir.path);
  const questions: string[] = [];
  const code = await initCommand(
    terminal,
    options,
    async ({ initial }) => initial,
    async (question) => {
      questions.push(question);
      return answers[questions.length - 1] ?? null;
    },
  );
  const isThere = (path: string) => existsSync(join(dir.path, path));
  const made = isThere("src-framework/icons")
    ? "new"
    : isThere("src-framework")
      ? "moved"
      : "nothing";
  return { code, made, questions, err: terminal.written.err };
}

const tauri1 = { "src-tauri/tauri.conf.json": tauriConf() };
const offer =
  "src-tauri/tauri.conf.json is of Tauri 1. Move that app over instead of making a new one?";
const output =
  'src-tauri/tauri.conf.json is of Tauri 1: "npx framework migrate" would move that app over; this makes a new app\n';

test("init offers to move an app of Tauri 1, and then asks about what it will do", async () => {
  expect(await init(tauri1, { answers: [true, true] })).toEqual({
    code: 0,
    made: "moved",
    questions: [offer, "Do this?"],
    err: "",
  });
});

test("a user who declines the plan has changed nothing", async () => {
  const { code, made } = await init(tauri1, { answers: [true, false] });
  expect({ code, made }).toEqual({ code: 1, made: "nothing" });
});

test("a user who wants a new app beside it gets one", async () => {
  expect(await init(tauri1, { answers: [false] })).toEqual({
    code: 0,
    made: "new",
    questions: [offer],
    err: "",
  });
});

test("with --ci nothing is asked, and it is said", async () => {
  expect(await init(tauri1, { options: { ci: true } })).toEqual({
    code: 0,
    made: "new",
    questions: [],
    err: output,
  });
});

test("without an answer init makes a new app and says so, too", async () => {
  expect(await init(tauri1)).toEqual({ code: 0, made: "new", questions: [offer], err: output });
});

test("of an app of Tauri 2 it is said what tells the differences", async () => {
  expect(await init({ "src-tauri/tauri.conf.json": '{"identifier": "org.example.a"}' })).toEqual({
    code: 0,
    made: "new",
    questions: [],
    err: 'src-tauri/tauri.conf.json is of Tauri 2: "npx framework migrate" lists the differences; this makes a new app\n',
  });
});

test("an app of Tauri in a folder above is no business of a new one", async () => {
  using dir = tempDir({ ...tauri1, "new/page/index.html": "" });
  const terminal = recordedTerminal(join(dir.path, "new"));
  expect(await initCommand(terminal, { ci: true })).toBe(0);
  expect(terminal.written.err).toBe("");
});
