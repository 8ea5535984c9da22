// Shows pages of Chromium for a host that drives them over loopback, as the program of `pages`
// shows those of WebKitGTK. It writes the port it takes connections on, and ends with its standard
// input.
import { createServer, type AddressInfo } from "node:net";
import { Browsers } from "./browsers.ts";
import { Host } from "./host.ts";

const browsers = new Browsers();
const server = createServer({ noDelay: true }, (socket) => void new Host(socket, browsers));
server.listen(0, "127.0.0.1", () =>
  console.log(`pages on port ${(server.address() as AddressInfo).port}`),
);

process.stdin.on("end", () => void browsers.close().finally(() => process.exit(0)));
process.stdin.resume();
