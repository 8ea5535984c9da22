// An app that writes more than a pipe holds, whatever reads it, and ends.
import { openStreams } from "../../../src/native/windows/console.ts";
import { kernel32 } from "../../../src/native/windows/lib/kernel32.ts";
import { drain, writeDirectly } from "../../../src/native/standard-streams.ts";

const streams = openStreams();
writeDirectly(streams);
for (let line = 0; line < 20_000; line++) process.stdout.write(`line ${line}\r\n`);
if (!drain(streams)) kernel32.ExitProcess(7);
process.exit(7);
