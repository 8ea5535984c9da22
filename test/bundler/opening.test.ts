// The package entries for files and addresses that an app opens, checked by the programs that read
// them.

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "plist";
import { bundle } from "../../src/bundler/index.ts";
import type { LinuxApp } from "../../src/bundler/linux/linux-app.ts";
import { desktopEntry } from "../../src/bundler/linux/desktop-entry.ts";
import { mimeEntries } from "../../src/bundler/linux/mime-types.ts";
import { openedTypes } from "../../src/bundler/macos/opened-types.ts";
import { registrations } from "../../src/bundler/windows/registrations.ts";
import { makePackages, table } from "./windows/msi-reader.ts";
import { macProject } from "./macos/project.ts";
import { missingTool, png, Project, run, type AppCase } from "./project.ts";

const icon = png(256, 256);
const files = { "icons/note.png": icon };

/** An app with a type of its own, one that everybody knows, addresses of its own, and mail. */
const app: AppCase = {
  singleInstance: true,
  bundle: {
    fileAssociations: [
      {
        ext: ["Note", "n+1"],
        name: "Greeter [note]",
        description: "A <note> & more",
        mimeType: null,
        role: "Editor",
        icon: "icons/note.png",
      },
      { ext: ["md"], name: null, description: null, mimeType: null, role: "Viewer", icon: null },
    ],
    urlSchemes: ["greeter"],
    reservedUrlSchemes: ["mailto"],
  },
};

test("a desktop starts the app with its own word before what it opens, and with the types of both", () => {
  using project = new Project(files);
  const entry = desktopEntry(project.stage(app), null);
  expect(entry.split("\n")).toEqual(
    expect.arrayContaining([
      "Exec=greeter --framework-open %U",
      "StartupNotify=true",
      "MimeType=application/x-extension-note;text/markdown;x-scheme-handler/greeter;x-scheme-handler/mailto;",
    ]),
  );
  expect(desktopEntry(project.stage(), null)).not.toMatch(/MimeType|StartupNotify|%/);
  const text =
    "[Desktop Entry]\nType=Application\nName=a\nExec={{exec}}{{#if mime_type}}\nMimeType={{mime_type}}{{/if}}";
  const filled = (staged: LinuxApp) => desktopEntry(staged, { path: "a", text }).split("Exec=")[1];
  expect(filled(project.stage())).toBe("greeter");
  expect(filled(project.stage(app))).toStartWith("greeter --framework-open %U\nMimeType=app");
});

const noJudge = missingTool("desktop-file-validate", "update-mime-database", "dpkg-deb");
describe.skipIf(noJudge !== null)(`Linux's own tools (${noJudge ?? "installed"})`, () => {
  test("take the entry and the types of a package, and find the type of a file", async () => {
    using project = new Project(files);
    const [made] = await bundle({
      staged: project.stage(app),
      formats: ["deb"],
      outDir: project.folder,
      effort: "quick",
    });
    const root = join(project.folder, "root");
    run(["dpkg-deb", "-x", made?.path ?? "", root]);
    const share = join(root, "usr/share");
    expect(
      run(["desktop-file-validate", join(share, "applications/org.example.greeter.desktop")]),
    ).toBe("");
    const metainfo = join(share, "metainfo/org.example.greeter.metainfo.xml");
    expect(readFileSync(metainfo, "utf8")).toContain(
      "<mediatype>application/x-extension-note</mediatype><mediatype>text/markdown</mediatype>",
    );
    if (missingTool("appstreamcli") === null)
      run(["appstreamcli", "validate", "--no-net", metainfo]);
    run(["update-mime-database", join(share, "mime")]);
    const globs = readFileSync(join(share, "mime/globs2"), "utf8");
    expect(globs.split("\n").filter((line) => line.startsWith("50:"))).toEqual([
      "50:application/x-extension-note:*.n+1",
      "50:application/x-extension-note:*.note",
    ]);
    expect(readFileSync(join(share, "mime/application/x-extension-note.xml"), "utf8")).toContain(
      "A &lt;note&gt; &amp; more",
    );
    expect(
      existsSync(join(share, "icons/hicolor/256x256/mimetypes/application-x-extension-note.png")),
    ).toBeTrue();
  });
});

test("another name for a common type does not hide its files from other apps on Linux", () => {
  using project = new Project();
  const more = { name: null, description: null, role: "Editor", icon: null } as const;
  const image = { ext: ["jpg", "png", "pix"], mimeType: "image/jpg", ...more };
  const staged = project.stage({ bundle: { fileAssociations: [image] } });
  expect(desktopEntry(staged, null)).toContain("\nMimeType=image/jpg;image/jpeg;image/png;\n");
  const [types] = mimeEntries(staged);
  const text = types?.kind === "file" ? String(types.bytes) : "";
  expect(text.match(/<glob.*>/g)).toEqual([
    '<glob weight="10" pattern="*.jpg"/>',
    '<glob weight="10" pattern="*.png"/>',
    '<glob pattern="*.pix"/>',
  ]);
});

test("an unknown extension of a known type is one of its on Linux, too", () => {
  using project = new Project();
  const more = { name: null, description: null, role: "Editor", icon: null } as const;
  const notes = { ext: ["md", "notes"], mimeType: null, ...more };
  const data = { ext: ["mydata"], mimeType: "application/json", ...more };
  const plain = { ext: ["json"], mimeType: null, ...more };
  const staged = project.stage({ bundle: { fileAssociations: [notes, plain, data] } });
  const [types] = mimeEntries(staged);
  const text = types?.kind === "file" ? String(types.bytes) : "";
  expect(text.match(/(?<= {2})<[^/].*>/g)).toEqual([
    '<mime-type type="text/markdown">',
    '<glob pattern="*.notes"/>',
    '<mime-type type="application/json">',
    "<comment>MYDATA file</comment>",
    '<glob pattern="*.mydata"/>',
  ]);
});

test("a type that every system knows gets no second description", () => {
  using project = new Project();
  const known = {
    ext: ["md"],
    name: null,
    description: null,
    mimeType: null,
    role: "Editor",
    icon: null,
  } as const;
  expect(mimeEntries(project.stage({ bundle: { fileAssociations: [known] } }))).toEqual([]);
});

test("macOS gets documents, the app's own types and addresses", async () => {
  using project = macProject();
  project.write(files);
  const staged = project.stageFor("macos", app);
  const [made] = await bundle({ staged, formats: ["app"], outDir: join(project.folder, "out") });
  const place = join(made?.path ?? "", "Contents");
  const info = join(place, "Info.plist");
  expect(parse(readFileSync(info, "utf8"))).toMatchObject({
    CFBundleDocumentTypes: [
      {
        CFBundleTypeIconFile: "file-note.icns",
        CFBundleTypeName: "Greeter [note]",
        CFBundleTypeRole: "Editor",
        LSItemContentTypes: ["org.example.greeter.note"],
        LSHandlerRank: "Owner",
      },
      {
        CFBundleTypeExtensions: ["md"],
        CFBundleTypeMIMETypes: ["text/markdown"],
        CFBundleTypeName: "MD file",
        CFBundleTypeRole: "Viewer",
        LSHandlerRank: "Alternate",
      },
    ],
    UTExportedTypeDeclarations: [
      {
        UTTypeConformsTo: ["public.data"],
        UTTypeDescription: "A <note> & more",
        UTTypeIconFile: "file-note.icns",
        UTTypeIdentifier: "org.example.greeter.note",
        UTTypeTagSpecification: {
          "public.filename-extension": ["note", "n+1"],
          "public.mime-type": ["application/x-extension-note"],
        },
      },
    ],
    CFBundleURLTypes: [
      {
        CFBundleTypeRole: "Viewer",
        CFBundleURLName: "org.example.greeter",
        CFBundleURLSchemes: ["greeter", "mailto"],
      },
    ],
    LSMultipleInstancesProhibited: true,
  });
  expect(readFileSync(join(place, "Resources/file-note.icns")).toString("latin1", 0, 4)).toBe(
    "icns",
  );
});

test("Windows' registry offers the app, and takes no ending and no scheme from other apps", () => {
  using project = new Project(files);
  const staged = { ...project.stageFor("windows", app), executableName: "App.exe" };
  const keys = registrations(staged).map(({ key, name }) => `${key} ${name ?? ""}`.trimEnd());
  expect(keys.filter((key) => /Classes\\(mailto|\.md)/.test(key))).toEqual([
    "Software\\Classes\\.md\\OpenWithProgids org.example.greeter.md",
  ]);
  expect(keys).toEqual(
    expect.arrayContaining([
      "Software\\Classes\\.note",
      "Software\\Classes\\greeter URL Protocol",
      "Software\\org.example.greeter\\Capabilities\\URLAssociations mailto",
      "Software\\RegisteredApplications org.example.greeter",
    ]),
  );
  expect(registrations({ ...staged, opens: { ...staged.opens, files: [], schemes: [] } })).toEqual(
    [],
  );
});

test.each([
  ["of a common kind, with another name of its type", "xml", "text/xml"],
  ["of programs", "exe", "application/x-portable"],
  ["of scripts", "cmd", null],
])("an app is offered for files %s, and never their default", (_, ext, mimeType) => {
  using project = new Project(files);
  const more = { name: null, description: null, role: "Editor", icon: null } as const;
  const bundle = { fileAssociations: [{ ext: [ext], mimeType, ...more }] };
  const staged = { ...project.stageFor("windows", { bundle }), executableName: "App.exe" };
  const keys = registrations(staged).map(({ key }) => key);
  expect(keys.filter((key) => key.startsWith(`Software\\Classes\\.${ext}`))).toEqual([
    `Software\\Classes\\.${ext}\\OpenWithProgids`,
  ]);
  const { CFBundleDocumentTypes: types, ...rest } = openedTypes("org.example.a", staged.opens);
  expect(types).toEqual([expect.objectContaining({ LSHandlerRank: "Alternate" })]);
  expect(rest).not.toHaveProperty("UTExportedTypeDeclarations");
});

test("macOS takes the own extensions of a type for its own, and offers the app for the others", () => {
  using project = new Project(files);
  const more = { name: null, description: null, role: "Editor", icon: null } as const;
  const bundle = { fileAssociations: [{ ext: ["note", "md"], mimeType: null, ...more }] };
  const { opens } = project.stage({ bundle });
  expect(openedTypes("org.example.a", opens)).toMatchObject({
    CFBundleDocumentTypes: [
      { LSItemContentTypes: ["org.example.a.note"], LSHandlerRank: "Owner" },
      {
        CFBundleTypeExtensions: ["md"],
        CFBundleTypeMIMETypes: ["text/markdown"],
        LSHandlerRank: "Alternate",
      },
    ],
    UTExportedTypeDeclarations: [
      { UTTypeTagSpecification: { "public.filename-extension": ["note"] } },
    ],
  });
});

const noMsi = missingTool("msiinfo", "msidump");
test.skipIf(noMsi !== null)(
  `a package of Windows Installer registers the same, by its own rules (${noMsi ?? "msitools"})`,
  async () => {
    using project = new Project(files);
    const [path = ""] = await makePackages(project, app);
    const rows = new Map(
      table(path, "Registry").map(([, , key, name, value]) => [`${key} ${name}`.trimEnd(), value]),
    );
    expect(rows.get("Software\\Classes\\org.example.greeter.note")).toBe("Greeter [\\[]note[\\]]");
    expect(rows.get("Software\\Classes\\org.example.greeter.note\\shell\\open\\command")).toBe(
      '"[INSTALLDIR]App.exe" --framework-open "%1"',
    );
    expect(rows.get("Software\\Classes\\greeter\\shell\\open\\command")).toBe(
      '"[INSTALLDIR]App.exe" --framework-open-address "%1"',
    );
  },
);

test.each([
  ["a picture of another size", { "icons/note.png": png(128, 128) }, "256 × 256 pixels"],
  ["a picture that is not there", {}, "it must be a file"],
])("%s is no icon of files", (_, given, output) => {
  using project = new Project(given);
  expect(() => project.stage(app)).toThrow(output);
});
