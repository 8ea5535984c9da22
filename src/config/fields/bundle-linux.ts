import {
  boolean,
  choice,
  field,
  integer,
  list,
  map,
  optional,
  optionalText,
  record,
  text,
} from "./field.ts";

const packageFiles = map(text, "path in the package");
const names = list(text);

export const appImageConfig = record("AppImageConfig", "AppImage settings.", {
  bundleMediaFramework: field(
    boolean,
    false,
    "Include the libraries that play audio and video; about 15 to 35 MB more.",
  ),
});

export const debConfig = record("DebConfig", "Debian package settings.", {
  depends: optional(names, "Packages it depends on."),
  provides: optional(names, "Packages it provides.", { newer: true }),
  conflicts: optional(names, "Packages it conflicts with.", { newer: true }),
  replaces: optional(names, "Packages it replaces.", { newer: true }),
  files: field(
    packageFiles,
    null,
    "More files: a map from the path in the package to the path of the file.",
    {
      whenAbsent: {},
    },
  ),
  desktopTemplate: optionalText(
    "Path of an own template for the desktop file; its variables are categories, comment (optional), exec, icon, mime_type (optional) and name.",
    { newer: true },
  ),
  section: optionalText("Section in the control file.", { newer: true }),
  priority: optional(
    choice(null, ["required", "important", "standard", "optional", "extra"]),
    "Priority of the package; `optional` when absent.",
    { newer: true },
  ),
  changelog: optionalText(
    "Path of the uncompressed changelog, which becomes `/usr/share/doc/<package>/changelog.gz`.",
    { newer: true },
  ),
});

export const rpmConfig = record("RpmConfig", "RPM settings.", {
  license: optionalText("License identifier.", {
    newer: true,
    derived: { from: "the license in the project's manifest", always: false },
  }),
  depends: optional(names, "Packages it depends on.", { newer: true }),
  provides: optional(names, "The names that it provides.", { newer: true }),
  conflicts: optional(names, "The packages that must not be present when it is installed.", {
    newer: true,
  }),
  obsoletes: optional(names, "Packages that are removed when it is installed.", { newer: true }),
  release: field(text, null, "RPM release tag.", { newer: true, whenAbsent: "1" }),
  epoch: field(integer(), 0, "RPM epoch.", { newer: true }),
  files: field(
    packageFiles,
    null,
    "More files: a map from the path in the package to the path of the file.",
    {
      newer: true,
      whenAbsent: {},
    },
  ),
  desktopTemplate: optionalText(
    "Path of an own template for the desktop file, with the variables of `deb.desktopTemplate`.",
    { newer: true },
  ),
});
