// Runs under Wine: what an app does with Windows besides windows, files and programs, which the
// test asks for.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { privateFolder } from "../../../src/app/paths/private-folder.ts";
import { baseDirectories } from "../../../src/app/paths/base-directories.ts";
import { readBody } from "../../../src/app/network/http-body.ts";
import { sendByNode } from "../../../src/app/network/node-request.ts";
import { following, networkReason, type SentHop } from "../../../src/app/network/redirects.ts";
import { windowsHost } from "../../../src/app/process/host.ts";
import { withInheritedLimits } from "../../../src/app/process/host.ts";
import { startAgain, type Launch } from "../../../src/app/process/launch.ts";
import { StateFile, type UpdateState } from "../../../src/app/updater/state/state.ts";
import { syncFile } from "../../../src/app/updater/state/sync.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";
import { fileRights } from "../../../src/native/windows/file-rights.ts";
import { library } from "../../../src/native/windows/library.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import { LivenessSocket } from "../../../src/process/liveness-socket.ts";
import { answerAll } from "./conversation.ts";

/** The requests of a test. */
export type SystemQuestion =
  | { readonly do: "show" }
  | { readonly do: "is shown"; readonly name: string }
  | { readonly do: "hide" }
  | { readonly do: "keep"; readonly state: UpdateState }
  | { readonly do: "rights"; readonly path: string }
  | { readonly do: "sync"; readonly path: string }
  | { readonly do: "trust"; readonly certificate: string }
  | { readonly do: "fetch"; readonly url: string }
  /** Starts this program once more with "again", and ends. */
  | { readonly do: "relaunch"; readonly mark: string };

const [what = "", ...args] = process.argv.slice(2);

const launch: Launch = {
  mode: "release",
  system: "windows",
  architecture: "x64",
  frameworkVersion: "1.0.0",
  executable: process.execPath,
  arguments: [],
};

let shown: LivenessSocket | null = null;

if (what === "again") {
  const [parent = "", mark = "", ...rest] = args;
  // It outlives the one that started it.
  while (await LivenessSocket.isShown(parent)) await Bun.sleep(10);
  writeFileSync(mark, JSON.stringify(rest));
} else {
  await answerAll<SystemQuestion>(answer);
}

async function answer(question: SystemQuestion): Promise<unknown> {
  switch (question.do) {
    case "show":
      shown = await LivenessSocket.show();
      return shown.name;
    case "is shown":
      return await LivenessSocket.isShown(question.name);
    case "hide":
      shown?.[Symbol.dispose]();
      return null;
    case "keep":
      return keep(question.state);
    case "rights":
      return fileRights(question.path);
    case "sync":
      syncFile(question.path);
      return null;
    case "trust":
      return trust(readFileSync(question.certificate));
    case "fetch":
      return await get(question.url);
    case "relaunch": {
      const mine = await LivenessSocket.show();
      const words = [
        import.meta.filename,
        "again",
        mine.name,
        question.mark,
        "two words",
        'a "quote"',
        "",
      ];
      void startAgain({ ...launch, arguments: words }, { withInheritedLimits });
      return mine.name;
    }
  }
}

/** Writes the state twice, and what a new look at it gives. */
function keep(state: UpdateState): unknown {
  const app = { identifier: "org.example.kept", executable: process.execPath, name: "Kept" };
  const folders = baseDirectories(app, windowsHost(windowsCalls));
  const file = () => StateFile.of(launch, folders);
  file().change(() => ({ ...state, highest: "0.0.1" }));
  file().change(() => state);
  const folder = `${privateFolder(folders, "windows")}\\.updates`;
  return { state: file().read(), names: readdirSync(folder) };
}

function trust(certificate: Uint8Array): boolean {
  const crypt32 = library("crypt32.dll", {
    CertOpenSystemStoreW: "np>n",
    CertAddEncodedCertificateToStore: "pupuun>b",
    CertCloseStore: "pu>b",
  });
  const X509_ASN_ENCODING = 1;
  const CERT_STORE_ADD_REPLACE_EXISTING = 3;
  const store = crypt32.CertOpenSystemStoreW(null, wide("ROOT"));
  if (store === null) return false;
  const { length } = certificate;
  const how = CERT_STORE_ADD_REPLACE_EXISTING;
  const added = crypt32.CertAddEncodedCertificateToStore(
    store,
    X509_ASN_ENCODING,
    new Uint8Array(certificate),
    length,
    how,
    null,
  );
  crypt32.CertCloseStore(store, 0);
  return added !== 0;
}

async function get(url: string): Promise<string> {
  const hop = { url, method: "GET", headers: new Headers(), body: null };
  const rules = {
    signal: AbortSignal.timeout(30_000),
    maxRedirections: 0,
    admit: async () => null,
  };
  try {
    const send = (sent: SentHop) => sendByNode(sent, null);
    const { response } = await following(hop, rules, send, () => []);
    return new TextDecoder().decode(await readBody(response, 1000, null));
  } catch (error) {
    return `failed: ${networkReason(error, url)}`;
  }
}
