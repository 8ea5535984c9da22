import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, type Format } from "../../../src/bundler/index.ts";
import { appleNotary, type NotaryKey } from "../../../src/bundler/macos/notary/notary-service.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run, type AppCase, type Project } from "../project.ts";
import { makeCertificates } from "../signing/certificates.ts";
import { startTimeStampServer } from "../signing/time-stamp-server.ts";
import { makeDeveloperId } from "./developer-id.ts";
import { startNotary } from "./notary-server.ts";
import { macProject } from "./project.ts";
import { problemsOf, readCode, readSignature } from "./verifier.ts";
import { readDmg } from "./volume-reader.ts";

const skip = missingTool("openssl");

describe.skipIf(skip !== null)(`notarization (${skip ?? "by a server of the test's own"})`, () => {
  interface Signed extends Disposable {
    readonly project: Project;
    make(notary: NotaryKey, formats?: Format[], signal?: AbortSignal): Promise<string[]>;
    stage(notary: NotaryKey, app?: AppCase): unknown;
  }

  /** A project that is signed by a Developer ID. */
  function signed(): Signed {
    const folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    const stamps = startTimeStampServer(certificates);
    const macSigning = makeDeveloperId(folder.path).signing(stamps.address);
    const project = macProject();
    return {
      project,
      stage: (notary, app = {}) => project.stageFor("macos", app, { macSigning, notary }),
      async make(notary, formats = ["app"], signal) {
        const staged = project.stageFor("macos", {}, { macSigning, notary });
        const outDir = join(project.folder, "out");
        const packages = await bundle({ staged, formats, outDir, ...(signal && { signal }) });
        return packages.map(({ path }) => path);
      },
      [Symbol.dispose]() {
        project[Symbol.dispose]();
        stamps[Symbol.dispose]();
        folder[Symbol.dispose]();
      },
    };
  }

  test("an accepted app and disk image carry their tickets", async () => {
    using app = signed();
    using notary = startNotary({ slow: 3, failures: 4, broken: 2, late: 1 });
    const [bundled = "", image = ""] = await app.make(notary.key, ["dmg"]);
    const program = join(bundled, "Contents/MacOS/app");
    const ticket = (hash: string): string => `ticket of 2/2/${hash}`;
    const hash = readCode(readFileSync(program))[0]?.directory.hash ?? "";
    expect(readFileSync(join(bundled, "Contents/CodeResources"), "utf8")).toBe(ticket(hash));
    expect(problemsOf(join(bundled, "Contents"), "MacOS/app")).toEqual([]);
    for (const place of ["Contents", "Contents/CodeResources"])
      expect(statSync(join(bundled, place)).mtimeMs).toBe(1_767_225_600_000);
    const { signature, signed: content, files } = readDmg(readFileSync(image));
    const { blobs, directory, problems } = readSignature(signature, content.content);
    expect(problems).toEqual([]);
    expect(blobs.get(0x10002)?.subarray(8).toString()).toBe(ticket(directory.hash));
    expect(notary.tickets).toEqual([`2/2/${hash}`, `2/2/${directory.hash}`]);
    // The image holds the app with its ticket.
    expect(files.get("Greeter.app/Contents/CodeResources")?.content.toString()).toBe(ticket(hash));
    expect([...notary.handed.keys()]).toEqual(["Greeter.app.zip", "greeter_1.2.3_x64.dmg"]);
  });

  const noUnzip = missingTool("unzip");
  test.skipIf(noUnzip !== null)(
    `the app is handed over as it is (${noUnzip ?? "read by unzip"})`,
    async () => {
      using app = signed();
      using notary = startNotary();
      await app.make(notary.key);
      const archive = join(app.project.folder, "handed.zip");
      writeFileSync(archive, notary.handed.get("Greeter.app.zip") ?? "");
      run(["unzip", "-q", archive, "-d", join(app.project.folder, "handed")]);
      const contents = join(app.project.folder, "handed/Greeter.app/Contents");
      expect(problemsOf(contents, "MacOS/app")).toEqual([]);
      expect(existsSync(join(contents, "CodeResources"))).toBeFalse();
    },
  );

  test("a package that Apple refuses is not made, and its message is shown", async () => {
    using app = signed();
    using notary = startNotary({ status: "Invalid" });
    const making = app.make(notary.key);
    await expect(making).rejects.toThrow(
      'Cannot notarize "Greeter.app.zip": Apple\'s answer is "Invalid"\nArchive contains critical validation errors\nerror: Greeter.app: The signature is not valid.',
    );
    expect(existsSync(join(app.project.folder, "out/app"))).toBeFalse();
  });

  test("a key that Apple does not know is reported at once", async () => {
    using app = signed();
    using notary = startNotary();
    await expect(app.make(notary.strange)).rejects.toThrow(
      'Apple knows no key "2X9R4HXF34" of this issuer',
    );
    expect(notary.asked).toEqual(["POST submissions"]);
  });

  test("an answer that will be the same next time is not asked for again", async () => {
    using app = signed();
    using notary = startNotary({ isForgetful: true });
    await expect(app.make(notary.key)).rejects.toThrow("answered with 404: no such submission");
    expect(notary.asked.filter((line) => line.startsWith("GET submissions"))).toHaveLength(1);
  });

  test("a server that fails and fails is not waited for", async () => {
    using app = signed();
    using notary = startNotary({ failures: 100 });
    await expect(app.make(notary.key)).rejects.toThrow(
      "Apple's service answered with 503: try again",
    );
    expect(notary.asked.filter((line) => line === "GET submissions/id-1")).toHaveLength(5);
  });

  test("a ticket that cannot be read is named with the reason", async () => {
    using app = signed();
    using notary = startNotary({ broken: Infinity });
    const { tickets } = notary.key.service;
    await expect(app.make(notary.key)).rejects.toThrow(
      `Cannot get the notarization ticket from "${tickets}": it answered with 503`,
    );
  });

  test("the app goes to Apple's storage, whatever storage the environment names", () => {
    expect(appleNotary.storage).toBe("https://s3.us-west-2.amazonaws.com");
  });

  test("a build that is stopped does not wait for Apple", async () => {
    using app = signed();
    using notary = startNotary({ isEndless: true });
    const stopped = new AbortController();
    const making = app.make(notary.key, ["app"], stopped.signal);
    while (notary.asked.length < 5) await Bun.sleep(1);
    stopped.abort(new Error("stopped"));
    await expect(making).rejects.toThrow("stopped");
    expect(existsSync(join(app.project.folder, "out/app"))).toBeFalse();
  });

  test("only what a Developer ID signs, hardened, is handed to Apple", () => {
    using app = signed();
    using notary = startNotary();
    expect(() => app.project.stageFor("macos", {}, { notary: notary.key })).toThrow(
      "the app must be signed with a Developer ID Application certificate",
    );
    expect(() => app.stage(notary.key, { macOS: { hardenedRuntime: false } })).toThrow(
      "macOS.hardenedRuntime must be true",
    );
  });
});
