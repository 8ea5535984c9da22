import { describe, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSigner } from "../../../src/bundler/signing/certificate.ts";
import { signingBy, signingByCommand } from "../../../src/bundler/windows/code-signing.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, Project, run } from "../project.ts";
import { makeCertificates } from "../signing/certificates.ts";
import { filesIn, makePackages, problemsOf, property, table } from "./msi-reader.ts";

const skip = missingTool("msiinfo", "msiextract", "7z");

/** A BMP of 24 bits. */
function bitmap(width: number, height: number): Uint8Array {
  const row = (width * 3 + 3) & ~3;
  const bytes = Buffer.alloc(54 + row * height, 0x80);
  bytes.fill(0, 0, 54);
  bytes.write("BM", 0, "latin1");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

describe.skipIf(skip !== null)(
  `packages for Windows Installer (${skip ?? "read by msitools"})`,
  () => {
    test("they hold the app, its resources and its sidecars", async () => {
      using project = new Project({
        "data/a b.txt": "hello",
        "data/deep/ü.txt": "x",
        "bin/tool-x86_64-pc-windows-msvc.exe": "MZ",
      });
      const app = { bundle: { resources: { "data/": "texts" }, externalBin: ["bin/tool"] } };
      const [path = ""] = await makePackages(project, app);
      expect(filesIn(path)).toEqual(
        ["App.exe", "texts/a b.txt", "texts/deep/ü.txt", "tool.exe"].map(
          (file) => `Greeter/${file}`,
        ),
      );
      run(["msiextract", "-C", project.folder, path]);
      expect(readFileSync(join(project.folder, "Greeter/texts/a b.txt"), "utf8")).toBe("hello");
      expect(run(["7z", "t", path])).toContain("Everything is Ok");
    });

    test("Windows gets the author of the app, and its address", async () => {
      using project = new Project();
      const [path = ""] = await makePackages(project, { productName: "A [ProductCode] & B" });
      const reported = [
        "ProductName",
        "ProductVersion",
        "Manufacturer",
        "ARPURLINFOABOUT",
        "ARPCOMMENTS",
        "ALLUSERS",
      ];
      expect(reported.map((name) => property(path, name))).toEqual([
        "A [ProductCode] & B",
        "1.2.3",
        "example",
        "https://example.org/greeter",
        "Greets from the manifest",
        "1",
      ]);
      expect(table(path, "Icon").map(([name]) => name)).toEqual(["app.ico"]);
      expect(run(["msiinfo", "suminfo", path])).toContain("Template: x64;1033");
    });

    test("texts of the app stand in no field in which Windows Installer looks for properties", async () => {
      using project = new Project({ "data/[x].txt": "" });
      const mark = "[SystemFolder]";
      const [path = ""] = await makePackages(project, {
        productName: mark,
        bundle: { resources: ["data/[[]x].txt"], publisher: mark, shortDescription: mark },
        windows: { allowDowngrades: false },
        wix: { license: "LICENSE" },
      });
      const formatted = [
        "Registry",
        "Control",
        "Dialog",
        "CustomAction",
        "LaunchCondition",
        "ControlEvent",
        "Shortcut",
      ];
      const found = formatted.flatMap((name) =>
        table(path, name)
          .filter((row) => row.some((field) => field === mark))
          .map((row) => [name, row[0]]),
      );
      // The name of a shortcut is that of a file.
      expect(found).toEqual([]);
      expect(property(path, "ProductName")).toBe(mark);
    });

    test("the upgrade code belongs to the app, the product code to what is in the package", async () => {
      using project = new Project({ "a.txt": "a" });
      const codes = async (
        app: Parameters<typeof makePackages>[1],
      ): Promise<(string | undefined)[]> => {
        const [path = ""] = await makePackages(project, app);
        return ["UpgradeCode", "ProductCode"].map((name) => property(path, name));
      };
      const first = await codes({});
      const again = await codes({});
      const next = await codes({ version: "1.2.4" });
      const other = await codes({ bundle: { resources: ["a.txt"] } });
      expect(again).toEqual(first);
      expect([next[0], other[0]]).toEqual([first[0], first[0]]);
      expect(new Set([first[1], next[1], other[1]]).size).toBe(3);
      const stranger = await codes({ bundle: { identifier: "org.example.stranger" } });
      expect(stranger[0]).not.toBe(first[0]);
    });

    test("a component has the same code in all versions, and another one in every app", async () => {
      using project = new Project();
      const components = async (app: Parameters<typeof makePackages>[1]): Promise<string[][]> => {
        const [path = ""] = await makePackages(project, app);
        return table(path, "Component").map(([name = "", code = ""]) => [name, code]);
      };
      const first = await components({});
      expect(await components({ version: "2.0.0" })).toEqual(first);
      expect(await components({ bundle: { identifier: "org.example.other" } })).not.toEqual(first);
    });

    test("arm64 is said to Windows", async () => {
      using project = new Project();
      const [path = ""] = await makePackages(project, { architecture: "arm64" });
      expect(run(["msiinfo", "suminfo", path])).toContain("Template: Arm64;1033");
    });

    test("a version that Windows Installer cannot hold is refused before anything is made", async () => {
      using project = new Project();
      expect(problemsOf(project, { version: "1.256.0" })).toBe("");
      await expect(makePackages(project, { version: "1.256.0" })).rejects.toThrow(
        'of version "1.256.0" the first two numbers may be at most 255',
      );
      await makePackages(project, { version: "255.255.65535" });
    });

    test("the same project gives the same bytes in two folders, time zones and umasks", async () => {
      using project = new Project({ "data/a.txt": "a", "data/b.txt": "b" });
      using other = tempDir();
      const app = {
        bundle: { resources: { "data/": "texts" } },
        wix: { language: ["en-US", "de-DE"], license: "LICENSE" },
      };
      const first = (await makePackages(project, app)).map((path) => readFileSync(path));
      cpSync(project.folder, other.path, { recursive: true });
      const { TZ } = process.env;
      const umask = process.umask(0o077);
      try {
        process.env["TZ"] = "Pacific/Kiritimati";
        const moved = Object.assign(Object.create(Project.prototype) as Project, {
          folder: other.path,
        });
        const second = (await makePackages(moved, app, { outDir: "again" })).map((path) =>
          readFileSync(path),
        );
        expect(second.map((bytes, index) => bytes.equals(first[index] ?? Buffer.of()))).toEqual([
          true,
          true,
        ]);
      } finally {
        process.umask(umask);
        if (TZ === undefined) delete process.env["TZ"];
        else process.env["TZ"] = TZ;
      }
    });
  },
);

describe.skipIf(skip !== null)("the settings of packages for Windows Installer", () => {
  test("language: one, several, or with texts of their own; a package for each", async () => {
    using project = new Project({
      "fr.wxl":
        '<WixLocalization Culture="fr-FR" xmlns="http://schemas.microsoft.com/wix/2006/localization"><String Id="LaunchApp">Go [ProductName] ☃</String></WixLocalization>',
    });
    const names = async (
      language: string | string[] | Record<string, { localePath: string | null }>,
    ) => (await makePackages(project, { wix: { language } })).map((path) => path.split("_").at(-1));
    expect(await names("de-de")).toEqual(["de-DE.msi"]);
    expect(await names(["en-US", "ja-JP"])).toEqual(["en-US.msi", "ja-JP.msi"]);
    expect(await names([])).toEqual(["en-US.msi"]);
    const [path = "", german = ""] = await makePackages(project, {
      wix: { language: { "fr-FR": { localePath: "fr.wxl" }, "de-DE": { localePath: null } } },
    });
    expect(property(path, "WIXUI_EXITDIALOGOPTIONALCHECKBOXTEXT")).toBe("Go [ProductName] ☃");
    expect(property(german, "WIXUI_EXITDIALOGOPTIONALCHECKBOXTEXT")).toBe("App &starten");
    expect([property(path, "ProductLanguage"), property(german, "ProductLanguage")]).toEqual([
      "1036",
      "1031",
    ]);
    // Characters of the language's own code page are written in it. A snowman is in none.
    expect(
      [path, german].map(
        (one) => run(["msiinfo", "export", one, "_ForceCodepage"]).trim().split(/\s+/)[0],
      ),
    ).toEqual(["65001", "1252"]);
  });

  test("language: an unknown one, one named twice and an unreadable file are said", () => {
    using project = new Project({ "bad.wxl": "<WixLocalization>" });
    expect(problemsOf(project, { wix: { language: "xx-YY" } })).toContain(
      'framework.bundle.windows.wix.language: Cannot make an installer in "xx-YY": use ar-SA, bg-BG',
    );
    expect(problemsOf(project, { wix: { language: ["de-DE", "de-de"] } })).toContain(
      "name the language once",
    );
    expect(
      problemsOf(project, { wix: { language: { "de-DE": { localePath: "bad.wxl" } } } }),
    ).toContain("bad.wxl:1:");
  });

  test("the dialog for errors begins with its text, as Windows Installer's validation wants it", async () => {
    using project = new Project();
    const [path = ""] = await makePackages(project);
    const first = new Map(table(path, "Dialog").map(([id, , , , , , , control]) => [id, control]));
    expect([first.get("ErrorDlg"), first.get("CancelDlg")]).toEqual(["ErrorText", "No"]);
  });

  test("license: a text becomes RTF, in which brackets and letters of all kinds are texts", async () => {
    using project = new Project({ "license.txt": "Copyright [yyyy] {name} \\ Größe 🎈\n" });
    const [path = ""] = await makePackages(project, { wix: { license: "license.txt" } });
    const text = table(path, "Control").find(([, id]) => id === "LicenseText")?.[9] ?? "";
    expect(text).toStartWith("{\\rtf1");
    expect(text).toContain(
      "Copyright \\'5byyyy\\'5d \\'7bname\\'7d \\'5c Gr\\u246?\\u223?e \\u-10180?\\u-8312?",
    );
    const [without = ""] = await makePackages(project);
    expect(table(without, "Dialog").map(([name]) => name)).not.toContain("LicenseAgreementDlg");
  });

  test("license: RTF is taken as it is, and nothing else by that name", async () => {
    using project = new Project({ "l.rtf": "{\\rtf1 Hello}", "fake.rtf": "Hello" });
    const [path = ""] = await makePackages(project, { wix: { license: "l.rtf" } });
    expect(table(path, "Control").find(([, id]) => id === "LicenseText")?.[9]).toBe(
      "{\\rtf1 Hello}",
    );
    expect(problemsOf(project, { wix: { license: "fake.rtf" } })).toContain(
      "it must be RTF, as its name says",
    );
    expect(problemsOf(project, { wix: { license: "none.txt" } })).toContain(
      'Cannot find "none.txt"',
    );
  });

  for (const [field, binary, width, height] of [
    ["bannerPath", "WixUI_Bmp_Banner", 493, 58],
    ["dialogImagePath", "WixUI_Bmp_Dialog", 493, 312],
  ] as const) {
    test(`${field}: a bitmap of ${width}x${height} pixels`, async () => {
      const own = bitmap(width, height);
      using project = new Project({
        "own.bmp": own,
        "small.bmp": bitmap(10, 10),
        "fake.bmp": "no picture",
      });
      const [path = ""] = await makePackages(project, { wix: { [field]: "own.bmp" } });
      run(["sh", "-c", `msiinfo extract "${path}" Binary.${binary} > binary.bmp`], {
        cwd: project.folder,
      });
      expect(readFileSync(join(project.folder, "binary.bmp")).equals(own)).toBeTrue();
      expect(problemsOf(project, { wix: { [field]: "small.bmp" } })).toContain(
        `framework.bundle.windows.wix.${field}: Cannot use "small.bmp": it is 10x10 pixels and must be ${width}x${height}`,
      );
      expect(problemsOf(project, { wix: { [field]: "fake.bmp" } })).toContain(
        "it must be a bitmap",
      );
    });
  }

  test("skipWebviewInstall and the modes: what is done for the web engine", async () => {
    using project = new Project({ "webview2/MicrosoftEdgeWebview2Setup.exe": "MZ the engine" });
    const actions = async (app: Parameters<typeof makePackages>[1]): Promise<string[][]> => {
      const [path = ""] = await makePackages(project, app);
      return table(path, "CustomAction").filter(([name]) => name === "InstallWebview");
    };
    const download = {
      webviewInstallMode: { type: "downloadBootstrapper", silent: true },
    } as const;
    const embed = { webviewInstallMode: { type: "embedBootstrapper", silent: true } } as const;
    expect(await actions({ windows: { webviewInstallMode: { type: "skip" } } })).toEqual([]);
    expect(await actions({ windows: download, wix: { skipWebviewInstall: true } })).toEqual([]);
    const [[, type = "", , target = ""] = []] = await actions({ windows: download });
    // Deferred, as the system itself, whatever it ends with.
    expect(Number(type)).toBe(34 + 0x400 + 0x800 + 0x40);
    expect(target).toContain("https://go.microsoft.com/fwlink/p/?LinkId=2124703");
    expect(target).toContain("'/silent /install'");
    expect(await actions({ windows: embed })).toEqual([
      [
        "InstallWebview",
        String(2 + 0x400 + 0x800 + 0x40),
        "WebviewInstaller",
        "/silent /install",
        "",
      ],
    ]);
  });

  test("enableElevatedUpdateTask: a task is made, and taken back with the app", async () => {
    using project = new Project();
    const [path = ""] = await makePackages(project, { wix: { enableElevatedUpdateTask: true } });
    expect(filesIn(path)).toContain("Greeter/update-task.xml");
    run(["msiextract", "-C", project.folder, path]);
    const task = readFileSync(join(project.folder, "Greeter/update-task.xml"), "utf16le");
    expect(task).toContain(
      '/i "%LOCALAPPDATA%\\org.example.greeter\\private\\.updates\\update.msi" /passive',
    );
    const actions = new Map(
      table(path, "CustomAction").map(([name = "", , , target = ""]) => [name, target]),
    );
    expect(actions.get("CreateUpdateTask")).toContain('/create /tn "org.example.greeter update"');
    expect(actions.get("DeleteUpdateTask")).toContain('/delete /tn "org.example.greeter update"');
    const [without = ""] = await makePackages(project);
    expect(filesIn(without)).toEqual(["Greeter/App.exe"]);
  });
});

const unsigned = skip ?? missingTool("openssl", "osslsigncode");

describe.skipIf(unsigned !== null)(
  `signed packages (${unsigned ?? "read by osslsigncode"})`,
  () => {
    const settings = { digestAlgorithm: null, timestampUrl: null, tsp: false, signCommand: null };

    test("a signature holds, and a changed byte is noticed", async () => {
      using folder = tempDir();
      using project = new Project({ "a.txt": "some text" });
      const { root, pem } = makeCertificates(folder.path, "rsa");
      const signer = readSigner(readFileSync(pem), "", "signer.pem");
      const signing = signingBy(signer, settings, { program: "Größe", homepage: null });
      const [path = ""] = await makePackages(
        project,
        { bundle: { resources: ["a.txt"] } },
        { signing },
      );
      const verify = (): string =>
        run(["osslsigncode", "verify", "-CAfile", root, "-in", path], { cwd: folder.path });
      expect(verify()).toContain("Signature verification: ok");
      const bytes = readFileSync(path);
      const at = bytes.indexOf("MSCF") + 60;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(path, bytes);
      expect(verify).toThrow();
    });

    test("a command of the user's is run for each package", async () => {
      using project = new Project();
      const command = signingByCommand(
        `${process.execPath} -e "require('fs').appendFileSync('log', process.argv.at(-1)+'|')" %1`,
        project.folder,
      );
      await makePackages(project, { wix: { language: ["en-US", "de-DE"] } }, { signing: command });
      const log = readFileSync(join(project.folder, "log"), "utf8");
      expect(
        log
          .split("|")
          .filter((path) => path.endsWith(".msi"))
          .map((path) => path.split("_").at(-1)),
      ).toEqual(["en-US.msi", "de-DE.msi"]);
    });
  },
);
