import { Project } from "../project.ts";
import { program } from "./programs.ts";

/** A project whose app is a program of macOS. */
export function macProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Project {
  return new Project({ "bin/app": program(), ...files });
}
