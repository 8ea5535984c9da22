// The tool's part that signs, on Windows: signs a file as the project in this folder says.

import { windowsSigning } from "../../../src/cli/build/signing/windows-signing.ts";
import { openProject } from "../../../src/cli/project/project.ts";

const [file = ""] = process.argv.slice(2);
const terminal = {
  cwd: process.cwd(),
  host: { system: "windows", architecture: "x64" },
  color: false,
  out: (text: string) => console.log(text),
  err: (text: string) => console.error(text),
} as const;
const project = openProject(terminal, { system: "windows", command: "build" });
await windowsSigning(project, process.env, terminal.host.system)?.sign(file);
