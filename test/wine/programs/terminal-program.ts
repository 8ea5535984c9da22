// An app that was started from a terminal, and says something there.
import { openStreams } from "../../../src/native/windows/console.ts";
import { writeDirectly } from "../../../src/native/standard-streams.ts";

writeDirectly(openStreams());
process.stdout.write("größer\r\n");
process.stderr.write("and worse\r\n");
