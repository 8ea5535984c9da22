// Attacks on the line by which tests drive an app of development or a debug build.

import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openAutomation } from "../../src/app/automation/automation.ts";
import { defineApp } from "../../src/app/index.ts";
import type { FromAutomation } from "../../src/contract/automation.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { automationVariable, environmentForOthers } from "../../src/process/environment.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { attack, secret } from "./attack.ts";

const definition = defineApp({ commands: { own: () => secret } });

/**
 * The app's answers to a program that listens in the place of the tool, and knows this as the
 * secret.
 */
async function drive(known: string): Promise<unknown> {
  using folder = tempDir();
  const address = join(folder.path, "line");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const server = createServer((socket: Socket) => {
    socket.on("close", () => reject(new FrameworkError("closed", "The app hung up")));
    const ask = { id: 1, command: "invoke", args: { window: "main", command: "own", args: {} } };
    for (const message of [{ secret: known }, ask]) socket.write(`${JSON.stringify(message)}\n`);
    createInterface({ input: socket }).on("line", (line) => {
      const message = JSON.parse(line) as FromAutomation;
      if ("id" in message) resolve(message);
    });
  });
  server.listen(address);
  process.env[automationVariable] = `the tool's own@${address}`;
  try {
    using _ = await startInMemory({ definition, mode: "debug", automation: openAutomation() });
    return await promise;
  } finally {
    delete process.env[automationVariable];
    server.close();
  }
}

attack("a program that waits where the tool would drives the app", (isWeak) =>
  drive(isWeak ? "the tool's own" : "guessed"),
);

attack("a program that the app starts learns how the app is driven", (isWeak) => {
  const inherited = { [automationVariable]: `${secret}@/line` };
  return isWeak ? inherited : environmentForOthers("/app", inherited);
});
