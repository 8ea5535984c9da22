// Runs under Wine: another user who has seen the pipe of an app that runs once, and takes its name
// when the app has ended. Prints each request that it gets, and answers as the app would.

import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { instancePlace } from "../../../src/app/opening/instance-place.ts";
import { windowsHost } from "../../../src/app/process/host.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";

const { address } = instancePlace(
  { identifier: "org.example.once", name: "once" },
  {
    mode: "release",
    system: "windows",
    architecture: "x64",
    frameworkVersion: "1.2.3",
    executable: process.execPath,
    arguments: [],
  },
  windowsHost(windowsCalls),
);
const { name } = JSON.parse(readFileSync(address, "utf8")) as { name: string };
const server = createServer((socket) => {
  socket.setEncoding("utf8");
  socket.on("data", (request: string) => {
    process.stdout.write(`stolen ${request}`);
    socket.end("taken\n");
  });
});
server.listen(name, () => process.stdout.write("listening\n"));
