import { describe, expect, test } from "bun:test";
import { missingTool, Project, type AppCase } from "../project.ts";
import { filesIn, makePackages, problemsOf, property, table } from "./msi-reader.ts";

const skip = missingTool("msiinfo", "msiextract");

const wix = (content: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">\n${content}\n</Wix>\n`;

const fragment = (content: string): string => wix(`<Fragment>${content}</Fragment>`);

const file = (id: string): string =>
  `<DirectoryRef Id="INSTALLDIR"><Component Id="${id}" Guid="*"><File Id="${id}" Source="${id}.txt" KeyPath="yes"/></Component></DirectoryRef>`;

/** Files that fragments install. */
const texts = { "wix/One.txt": "1", "wix/Two.txt": "2" };

function problemsIn(
  content: string,
  more: NonNullable<AppCase["wix"]> = { componentRefs: ["One"] },
): string {
  using project = new Project({ ...texts, "wix/f.wxs": content });
  return problemsOf(project, { wix: { fragmentPaths: ["wix/f.wxs"], ...more } });
}

describe.skipIf(skip !== null)(`fragments (${skip ?? "read by msitools"})`, () => {
  const fragments = wix(
    [
      file("One"),
      `${file("Two")}<ComponentGroup Id="Group"><ComponentRef Id="Two"/></ComponentGroup>`,
      '<FeatureGroup Id="Features"><Feature Id="Inner" Level="1"><ComponentRef Id="One"/></Feature></FeatureGroup>',
      '<Feature Id="Extra" Level="2"><ComponentGroupRef Id="Group"/></Feature>',
    ]
      .map((content) => `<Fragment>${content}</Fragment>`)
      .join("\n"),
  );

  for (const [field, id, expected] of [
    ["componentRefs", "One", ["External One"]],
    ["componentGroupRefs", "Group", ["External Two"]],
    ["featureGroupRefs", "Features", ["Inner One"]],
    ["featureRefs", "Extra", ["Extra Two"]],
  ] as const) {
    test(`${field} take what they name, and nothing else`, async () => {
      using project = new Project({ ...texts, "wix/f.wxs": fragments });
      const app = { wix: { fragmentPaths: ["wix/f.wxs"], [field]: [id] } };
      const [path = ""] = await makePackages(project, app);
      const others = new Set(["MainProgram", "DesktopShortcut"]);
      const found = table(path, "FeatureComponents").filter(
        ([feature = ""]) => !others.has(feature),
      );
      expect(found.map((row) => row.join(" "))).toEqual([...expected]);
      expect(filesIn(path)).toHaveLength(2);
      expect(problemsOf(project, { wix: { ...app.wix, [field]: ["Nobody"] } })).toContain(
        `framework.bundle.windows.wix.${field}: Cannot find`,
      );
    });
  }

  test("no part of an unreferenced fragment is installed", async () => {
    using project = new Project({ ...texts, "wix/f.wxs": fragments });
    const [path = ""] = await makePackages(project, { wix: { fragmentPaths: ["wix/f.wxs"] } });
    expect(filesIn(path)).toEqual(["Greeter/App.exe"]);
  });

  const merge =
    '<DirectoryRef Id="INSTALLDIR">\n<Merge Id="Runtime" SourceFile="runtime.msm" Language="0" DiskId="1"/></DirectoryRef>';
  const remedy =
    "merge modules cannot be taken in; install its files by a <Component>, or run its own installer";

  test("mergeRefs are refused with file, line and element, the module, and what to do instead", () => {
    expect(problemsIn(fragment(merge), { mergeRefs: ["Runtime"] })).toBe(
      `framework.bundle.windows.wix.mergeRefs: wix/f.wxs:4:1: Cannot use <Merge> for "runtime.msm": ${remedy}`,
    );
    expect(problemsIn(fragment(merge), { mergeRefs: ["Other"] })).toContain(
      'Cannot find Merge "Other"',
    );
  });

  for (const [what, content, line, output] of [
    ["a folder", `${file("One")}\n${merge}`, 5, '<Merge> for "runtime.msm"'],
    [
      "the top",
      `${file("One")}\n<Merge Id="Runtime" SourceFile="r.msm"/>`,
      4,
      '<Merge> for "r.msm"',
    ],
    [
      "a feature",
      `${file("One")}<Feature Id="F" Level="1">\n<MergeRef Id="Runtime"/></Feature>`,
      4,
      '<MergeRef> for "Runtime"',
    ],
  ] as const) {
    test(`a merge module in ${what} is refused in the same words`, () => {
      expect(problemsIn(fragment(content))).toContain(
        `wix/f.wxs:${line}:1: Cannot use ${output}: ${remedy}`,
      );
    });
  }

  test("registry values, environment, services and shortcuts stand in their tables", async () => {
    const content =
      fragment(`<DirectoryRef Id="INSTALLDIR"><Component Id="One" Guid="12345678-1234-1234-1234-123456789abc">
      <File Id="One" Source="One.txt" KeyPath="yes"><Shortcut Id="S" Directory="ProgramMenuFolder" Name="Short cut" Arguments="a b"/></File>
      <RegistryKey Root="HKCU" Key="Software\\Me"><RegistryValue Name="n" Type="integer" Value="7"/>
        <RegistryKey Key="Below"><RegistryValue Type="string" Value="#hash"/></RegistryKey></RegistryKey>
      <Environment Id="E" Name="PATH" Value="[INSTALLDIR]" Part="last" System="yes"/>
      <ServiceInstall Id="Svc" Name="svc" Type="ownProcess" Start="demand" ErrorControl="normal"/>
      <ServiceControl Id="Ctl" Name="svc" Stop="both" Remove="uninstall"/>
      <RemoveFolder Id="R" Directory="ProgramMenuFolder" On="uninstall"/>
      <Condition>PRIVILEGED</Condition></Component></DirectoryRef>`);
    using project = new Project({ ...texts, "wix/f.wxs": content });
    const [path = ""] = await makePackages(project, {
      wix: { fragmentPaths: ["wix/f.wxs"], componentRefs: ["One"] },
    });
    const of = (name: string): string[][] => table(path, name).filter((row) => row.includes("One"));
    expect(of("Registry").map((row) => row.slice(1, 5))).toEqual([
      ["1", "Software\\Me", "n", "#7"],
      ["1", "Software\\Me\\Below", "", "##hash"],
    ]);
    expect(of("Environment")).toEqual([["E", "=-*PATH", "[~];[INSTALLDIR]", "One"]]);
    expect(of("ServiceInstall").map((row) => row.slice(0, 6))).toEqual([
      ["Svc", "svc", "", "16", "3", "32769"],
    ]);
    expect(of("ServiceControl")).toEqual([["Ctl", "svc", "162", "", "1", "One"]]);
    expect(of("RemoveFile")).toEqual([["R", "One", "", "ProgramMenuFolder", "2"]]);
    expect(of("Shortcut").map((row) => [row[1], row[4], row[5]])).toEqual([
      ["ProgramMenuFolder", "[#One]", "a b"],
    ]);
    expect(table(path, "Component").find(([id]) => id === "One")).toEqual([
      "One",
      "{12345678-1234-1234-1234-123456789ABC}",
      "INSTALLDIR",
      "256",
      "PRIVILEGED",
      "One",
    ]);
  });

  test("actions stand before and behind others", async () => {
    const content = fragment(`${file("One")}
      <CustomAction Id="A" Directory="INSTALLDIR" ExeCommand="x" Execute="deferred" Impersonate="no"/>
      <CustomAction Id="B" Property="P" Value="v"/>
      <InstallExecuteSequence><Custom Action="A" After="B">NOT Installed</Custom><Custom Action="B" Before="InstallFiles"/></InstallExecuteSequence>`);
    using project = new Project({ ...texts, "wix/f.wxs": content });
    const [path = ""] = await makePackages(project, {
      wix: { fragmentPaths: ["wix/f.wxs"], componentRefs: ["One"] },
    });
    const order = table(path, "InstallExecuteSequence").toSorted(
      (one, other) => Number(one[2]) - Number(other[2]),
    );
    const names = order.map(([name]) => name);
    expect(names.slice(names.indexOf("B"), names.indexOf("InstallFiles") + 1)).toEqual([
      "B",
      "InstallFiles",
    ]);
    expect(names.indexOf("A")).toBeGreaterThan(names.indexOf("B"));
    expect(table(path, "CustomAction").find(([name]) => name === "A")?.[1]).toBe("3106");
  });
});

describe("an unsupported element of a fragment stops the build, with file, line and element", () => {
  for (const [what, content, message] of [
    [
      "an unknown element",
      fragment(`${file("One")}\n<Permission Id="x"/>`),
      "f.wxs:4:1: Cannot use <Permission> in <Fragment>",
    ],
    [
      "an unknown attribute",
      fragment(file("One").replace('KeyPath="yes"', 'PatchGroup="1"')),
      "Cannot use PatchGroup of <File>",
    ],
    [
      "an element of an extension",
      fragment(
        `${file("One")}\n<u:User xmlns:u="http://schemas.microsoft.com/wix/UtilExtension" Id="x"/>`,
      ),
      'f.wxs:4:1: Cannot use <u:User>: it is of "http://schemas.microsoft.com/wix/UtilExtension"',
    ],
    [
      "a reference to nothing",
      fragment(`${file("One")}<CustomActionRef Id="Nobody"/>`),
      'Cannot find CustomAction "Nobody"',
    ],
    [
      "a thing that is there twice",
      fragment(`${file("One")}${file("One")}`),
      'Cannot define Component "One" twice: it is defined in wix/f.wxs:3',
    ],
    [
      "a file that is missing",
      fragment(file("One").replace("One.txt", "none.txt")),
      "it must be a file",
    ],
    [
      "a text without translation",
      fragment(`${file("One")}<Property Id="P" Value="!(loc.Nobody)"/>`),
      'Cannot find "!(loc.Nobody)"',
    ],
    [
      "a variable that is not defined",
      fragment(`${file("One")}<Property Id="P" Value="$(var.Nobody)"/>`),
      'Cannot find "$(var.Nobody)"',
    ],
    ["broken XML", fragment("<Component>"), "f.wxs:3:"],
    ["another root", "<Other/>", 'Cannot use <Other>: it is of "no language"'],
    [
      "an action behind nothing",
      fragment(
        `${file("One")}<InstallExecuteSequence><InstallFiles After="Nobody"/></InstallExecuteSequence>`,
      ),
      'Cannot schedule "InstallFiles"',
    ],
    ["an open condition", fragment(`${file("One")}<?if 1 = 1 ?>`), "want <?endif?>"],
    ["a GUID that is none", fragment(file("One").replace('"*"', '"{1}"')), 'Cannot use Guid "{1}"'],
    [
      "a document type with entities",
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${fragment("&e;")}`,
      "Cannot read XML",
    ],
  ] as const) {
    test(what, () => {
      expect(problemsIn(content)).toContain(message);
      expect(problemsIn(content)).toContain("framework.bundle.windows.wix.");
    });
  }
});

describe.skipIf(skip !== null)("templates and the preprocessor", () => {
  const template = (content: string): string =>
    wix(`<?define Inner = "in $(var.Identifier)" ?>
    <Product Id="*" Name="$(var.Product)" Language="!(loc.ProductLanguage)" Version="$(var.NumericVersion)" Manufacturer="!(loc.Maker)" UpgradeCode="12345678-1234-1234-1234-123456789ABC">
    <Package Platform="x64" InstallerVersion="200"/>
    <MajorUpgrade AllowDowngrades="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir"><Directory Id="ProgramFiles64Folder"><Directory Id="INSTALLDIR" Name="Mine"/></Directory></Directory>
    <Feature Id="Only" Level="1"><ComponentGroupRef Id="AppFiles"/></Feature>
    ${content}</Product>`);

  const maker =
    '<WixLocalization Culture="en-US" xmlns="http://schemas.microsoft.com/wix/2006/localization"><String Id="Maker">Made by &lt;us&gt;</String></WixLocalization>';
  const language = { "en-US": { localePath: "en.wxl" } };

  test("template: an own description, with the app's values and texts", async () => {
    const content = template(`<Property Id="P" Value="$(var.Inner) $$(var.X)"/>
      <?ifdef Homepage?><Property Id="Q" Value="yes"/><?else?><Property Id="Q" Value="no"/><?endif?>
      <?if $(var.Architecture) = "x64" and not ($(var.Version) = "9") ?><Property Id="R" Value="x64"/><?elseif 1 = 1?><Property Id="R" Value="else"/><?endif?>`);
    using project = new Project({ "t.wxs": content, "en.wxl": maker });
    const product = 'A "B" $(var.X) !(loc.Maker) <c> &amp;';
    const [path = ""] = await makePackages(project, {
      productName: product,
      wix: { template: "t.wxs", language },
    });
    expect(
      ["ProductName", "Manufacturer", "P", "Q", "R", "UpgradeCode"].map((name) =>
        property(path, name),
      ),
    ).toEqual([
      product,
      "Made by <us>",
      "in org.example.greeter $(var.X)",
      "yes",
      "x64",
      "{12345678-1234-1234-1234-123456789ABC}",
    ]);
    expect(filesIn(path)).toEqual(["Mine/App.exe"]);
    // It asks for no dialogs.
    expect(table(path, "Dialog")).toEqual([]);
  });

  test("template: dialogs by their usual names, with its own pictures and licence", async () => {
    const content = template(
      '<UIRef Id="WixUI_Minimal"/><WixVariable Id="WixUILicenseRtf" Value="l.rtf"/><WixVariable Id="WixUIBannerBmp" Value="b.bmp"/>',
    );
    using project = new Project({
      "t.wxs": content,
      "en.wxl": maker,
      "l.rtf": "{\\rtf1 mine}",
      "b.bmp": "BM",
    });
    const [path = ""] = await makePackages(project, { wix: { template: "t.wxs", language } });
    expect(table(path, "Control").find(([, id]) => id === "LicenseText")?.[9]).toBe(
      "{\\rtf1 mine}",
    );
    const shown = table(path, "ControlEvent").filter(
      ([dialog, control]) => dialog === "LicenseAgreementDlg" && control === "Next",
    );
    expect(shown.map((row) => row[3])).toEqual(["VerifyReadyDlg"]);
  });

  test("template: what is wrong in it is said with its field", () => {
    using project = new Project({ "t.wxs": template("<Nothing/>"), "en.wxl": maker });
    expect(problemsOf(project, { wix: { template: "t.wxs", language } })).toMatch(
      /^framework\.bundle\.windows\.wix\.template: t\.wxs:\d+:\d+: Cannot use <Nothing> in <Product>/,
    );
    expect(problemsOf(project, { wix: { template: "none.wxs" } })).toContain(
      'Cannot read "none.wxs"',
    );
  });

  test("fragmentPaths: they know the app's files, as the template does", () => {
    const content = fragment(`${file("One")}<Property Id="P" Value="$(var.Icon) $(var.License)"/>`);
    expect(problemsIn(content, { componentRefs: ["One"], license: "LICENSE" })).toBe("");
  });

  test("the secrets of the one who builds are in no source's reach", () => {
    process.env["FRAMEWORK_WINDOWS_CERTIFICATE_PASSWORD"] = "secret";
    try {
      const name = "$(env.FRAMEWORK_WINDOWS_CERTIFICATE_PASSWORD)";
      expect(problemsIn(fragment(`${file("One")}<Property Id="P" Value="${name}"/>`))).toContain(
        `Cannot find "${name}"`,
      );
    } finally {
      delete process.env["FRAMEWORK_WINDOWS_CERTIFICATE_PASSWORD"];
    }
  });

  test("fragmentPaths: one may include others, and take values of the environment that are no secrets", async () => {
    const content = fragment(`${file("One")}<?include more.wxi?>`);
    process.env["FRAMEWORK_TEST_WIX"] = "from outside";
    try {
      using project = new Project({
        ...texts,
        "wix/f.wxs": content,
        "wix/more.wxi":
          '<Include xmlns="http://schemas.microsoft.com/wix/2006/wi"><Property Id="P" Value="$(env.FRAMEWORK_TEST_WIX)"/></Include>',
      });
      const [path = ""] = await makePackages(project, {
        wix: { fragmentPaths: ["wix/f.wxs"], componentRefs: ["One"] },
      });
      expect(property(path, "P")).toBe("from outside");
    } finally {
      delete process.env["FRAMEWORK_TEST_WIX"];
    }
  });
});
