// A program of Linux on the same display: prints the text in the clipboard, or puts its argument
// there and stays.
import { readClipboard, writeClipboard } from "../../../src/native/linux/clipboard.ts";
import { Loop, soon } from "../../../src/native/linux/loop.ts";
import { openDisplay } from "../../../src/native/linux/window/display.ts";

openDisplay({
  name: "Clipboard",
  identifier: "org.example.clipboard",
  executable: process.execPath,
  dataDirectory: null,
  cacheDirectory: null,
  profile: null,
  schemes: [],
  proxy: null,
  browserArguments: null,
});
const loop = new Loop();
const [text] = process.argv.slice(2);
soon(() => {
  if (text !== undefined) {
    writeClipboard(text);
    console.log("written");
    return;
  }
  void readClipboard().then((found) => {
    console.log(JSON.stringify(found));
    loop.quit(0);
  });
});
process.exit(loop.run());
