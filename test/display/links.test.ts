// Links that lead out of the app, clicked in the real engine. A program of the test opens them.

import { expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { press } from "../../harness/x.ts";

const shared = shareSession();

const schemes = ["http", "https", "mailto", "tel"].map((name) => `x-scheme-handler/${name}`);

/** Makes a program that records the opened addresses the session's only one for these schemes. */
function installOpener(): { opened(): string[]; startups(): string[] } {
  const { home } = shared.session;
  const [list, startups] = [join(home, "opened"), join(home, "startups")];
  const folder = join(home, ".local/share/applications");
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(home, ".config"), { recursive: true });
  const exec = join(home, "opener");
  writeFileSync(
    exec,
    `#!/bin/sh\necho "$DESKTOP_STARTUP_ID" >> "${startups}"\necho "$1" >> "${list}"\n`,
    {
      mode: 0o755,
    },
  );
  writeFileSync(
    join(folder, "opener.desktop"),
    `[Desktop Entry]\nType=Application\nName=Opener\nExec=${exec} %u\nMimeType=${schemes.join(";")};\nStartupNotify=true\n`,
  );
  const defaults = schemes.map((scheme) => `${scheme}=opener.desktop\n`).join("");
  writeFileSync(join(home, ".config/mimeapps.list"), `[Default Applications]\n${defaults}`);
  const linesOf = (path: string): string[] =>
    existsSync(path)
      ? readFileSync(path, "utf8")
          .split("\n")
          .filter((line) => line !== "")
      : [];
  return { opened: () => linesOf(list), startups: () => linesOf(startups) };
}

const links = `
  const root = document.body.appendChild(document.createElement("div"));
  const link = (attributes, text) => Object.assign(root.appendChild(document.createElement("a")), attributes, { textContent: text });
  window.links = {
    blank: link({ href: "https://example.org/blank", target: "_blank" }, "blank"),
    mail: link({ href: "mailto:ada@example.org?subject=hello" }, "mail"),
    handled: link({ href: "https://example.org/handled", target: "_blank" }, "handled"),
    stopped: link({ href: "tel:4930123" }, "stopped"),
    hash: link({ href: "#here" }, "hash"),
  };
  links.handled.addEventListener("click", (event) => event.preventDefault());
  root.addEventListener("click", (event) => event.target === links.stopped && event.stopPropagation());
  // The content of frames does not belong to the app.
  const frame = Object.assign(document.createElement("iframe"), {
    srcdoc: '<a href="https://example.org/frame" target="_blank">frame</a><script>document.querySelector("a").click()</' + "script>",
  });
  await new Promise((loaded) => { frame.onload = loaded; document.body.append(frame); });`;

const start = (open: boolean | string): Promise<DisplayApp> =>
  startDisplayApp(shared.session, {
    config: {
      build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
      framework: {
        bundle: { identifier: "org.example.display-app" },
        allowlist: { shell: { open } },
        windows: [{ label: "main", title: "main" }],
      },
    },
  });

onDisplay("links out of the app open in the user's programs, and the page stays", async () => {
  const opener = installOpener();
  await using app = await start(true);
  const before = await app.page().run(`${links} return location.href`);
  const result = await app.page().run(`
    for (const name of ["hash", "handled", "blank", "mail", "stopped"]) links[name].click();
    return [window.open("https://example.org/opened"), location.hash]`);
  expect(result).toEqual([null, "#here"]);
  const wanted = [
    "https://example.org/blank",
    "https://example.org/opened",
    "mailto:ada@example.org?subject=hello",
    "tel:4930123",
  ];
  await waitFor("what was opened", () => opener.opened().length >= wanted.length, {
    state: () => opener.opened().join("\n") + app.running.report(),
  });
  expect(opener.opened().sort()).toEqual(wanted);
  expect([await app.page().run("return location.href"), app.pageCount("main")]).toEqual([
    `${String(before)}#here`,
    1,
  ]);
});

onDisplay(
  "the program for a link gets the time of the user's action, and may come to the front",
  async () => {
    const opener = installOpener();
    await using app = await start(true);
    const known = opener.startups().length;
    await press(app.session, (await app.window("main")).id, "Shift_L");
    await app.page().run(`${links} links.blank.click()`);
    await waitFor("a startup", () => opener.startups().length > known, {
      state: () => app.running.report(),
    });
    expect(opener.startups().at(-1)).toMatch(/_TIME[1-9]\d*$/);
  },
);

onDisplay(
  "a program that opens a link before the user has acted is not started behind other windows",
  async () => {
    const opener = installOpener();
    await using app = await start(true);
    const [opened, reported] = [opener.opened().length, opener.startups().length];
    await app.page().run(`${links} links.blank.click()`);
    await waitFor("it", () => opener.opened().length > opened, {
      state: () => app.running.report(),
    });
    // At a time of 0, window managers leave a new window behind the others.
    expect(opener.startups().slice(reported)).toEqual([]);
  },
);

onDisplay(
  "a link that the configuration does not admit opens nothing, and the terminal says why",
  async () => {
    await using app = await start(false);
    await app.page().run(`${links} links.mail.click()`);
    await app.running.line(
      'Cannot run "shell.open" from window "main": set framework.allowlist.shell.open to true',
    );
    await using other = await start("^https://example\\.org/");
    await other.page().run(`${links} links.mail.click()`);
    await other.running.line('Page "main": Cannot open "mailto:ada@example.org?subject=hello"');
    expect(await other.page().run("return document.title")).not.toContain("URL");
  },
);

onDisplay(
  "a page that goes to an address of another program by script stays where it is",
  async () => {
    await using app = await start(true);
    const before = await app.page().run("return location.href");
    await app.page().run(`location.href = "mailto:ada@example.org";`);
    await app.running.line('refused an address of "mailto:" that a page wanted');
    expect([await app.page().run("return location.href"), app.pageCount("main")]).toEqual([
      before,
      1,
    ]);
  },
);

onDisplay(
  "a link of the app that wants a new window opens none, and the log says what does",
  async () => {
    await using app = await start(true);
    await app.page().run(`
    const link = document.body.appendChild(document.createElement("a"));
    Object.assign(link, { href: "/other.html", target: "_blank", textContent: "other" });
    Object.assign(link.style, { position: "fixed", inset: 0 });`);
    const { id } = await app.window();
    const click = ["mousemove", "--window", String(id), "100", "100", "click", "1"];
    await shared.session.start(["xdotool", ...click]).endWith(0);
    await app.running.line("refused a new window that a page wanted: new WebviewWindow");
    expect(app.pageCount("main")).toBe(1);
  },
);
