// An app with a window and a page by WebView2, and no framework: it ends when its page has said
// what was typed.
import { openApartment } from "../../../src/native/windows/com/apartment.ts";
import { Loop, soon } from "../../../src/native/windows/loop.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import * as client from "../engine/bare-client.ts";

const html = `<!doctype html>
<body style="margin:0;background:rgb(0,128,255)">
<input id="field" style="position:absolute;left:10px;top:10px;width:200px;height:40px">
<script>
  field.oninput = () => field.value.endsWith("+") && chrome.webview.postMessage(field.value);
  onload = () => requestAnimationFrame(() => chrome.webview.postMessage("shown"));
</script>`;

const loop = new Loop();
openApartment();

async function run(): Promise<void> {
  const window = client.makeWindow("app");
  const environment = await client.openEnvironment("C:\\users\\Public\\app");
  const controller = await client.openController(environment, window);
  controller["put_Bounds"]?.(client.rect(0, 0, 480, 360));
  const view = client.objectOf(controller, "get_CoreWebView2", "ICoreWebView2");
  client.on(view, "WebMessageReceived", "ICoreWebView2WebMessageReceivedEventArgs", (args) => {
    const text = client.textOf(args, "get_WebMessageAsJson");
    console.log(text === '"shown"' ? "shown" : `heard ${text}`);
    if (text === '"shown"') return;
    soon(() => {
      controller["Close"]?.();
      for (const object of [view, controller, environment]) object[Symbol.dispose]();
      loop.quit(3);
    });
  });
  view["NavigateToString"]?.(wide(html));
}

soon(() => void run());
process.exit(loop.run());
