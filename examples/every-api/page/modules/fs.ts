import { text } from "../../../dialogs/page/form.ts";
import {
  BaseDirectory,
  createDir,
  exists,
  readDir,
  readTextFile,
  removeFile,
  writeTextFile,
} from "framework/api/fs";
import type { Module } from "../module.ts";

const options = { dir: BaseDirectory.AppData };

export const fsModule: Module = {
  name: "fs",
  about: "Files in $APPDATA, the app's own folder, as framework.allowlist.fs.scope says.",
  cards: [
    {
      name: "createDir",
      about: "Make a folder",
      controls: [text("path", "Path in the folder of the app; empty: the folder itself")],
      run: ({ path = "" }) => createDir(String(path), { ...options, recursive: true }),
    },
    {
      name: "writeTextFile",
      about: "Write a text",
      controls: [
        text("path", "Path in the folder of the app", "notes.txt"),
        text("contents", "Text", "Bread, milk"),
      ],
      run: ({ path = "", contents = "" }) => writeTextFile(String(path), String(contents), options),
    },
    {
      name: "readTextFile",
      about: "Read it",
      controls: [text("path", "Path in the folder of the app", "notes.txt")],
      run: ({ path = "" }) => readTextFile(String(path), options),
    },
    {
      name: "exists",
      about: "Whether it is there",
      controls: [text("path", "Path in the folder of the app", "notes.txt")],
      run: ({ path = "" }) => exists(String(path), options),
    },
    {
      name: "readDir",
      about: "What the folder holds",
      controls: [],
      run: async () => (await readDir("", options)).map(({ name }) => name),
    },
    {
      name: "removeFile",
      about: "Remove it",
      controls: [text("path", "Path in the folder of the app", "notes.txt")],
      run: ({ path = "" }) => removeFile(String(path), options),
    },
  ],
};
