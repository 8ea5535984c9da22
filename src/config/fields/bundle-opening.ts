import { choice, field, list, optionalText, record, required, textOf, optional } from "./field.ts";

const scheme = textOf({
  pattern: "^[a-z][a-z0-9+.\\-]+$",
  says: 'must be small letters, digits, "+", "-" and "." with a letter first, and no ":"',
  example: "my-app",
});

const extension = textOf({
  pattern: "^[A-Za-z0-9][A-Za-z0-9_+\\-]*$",
  says: 'must be letters, digits, "_", "+" and "-", without a dot',
  example: "md",
});

const fileAssociation = record(
  "FileAssociation",
  "Files of one type, which the application opens.",
  {
    ext: required(
      list(extension),
      "The endings of their names, without a dot: `md`. The first one names the type.",
      { ours: true },
    ),
    name: optionalText("The name of such a file, in a word or two: `Markdown document`.", {
      ours: true,
    }),
    description: optionalText("The same in a sentence, for file managers.", { ours: true }),
    mimeType: optional(
      textOf({
        pattern: "^[a-z0-9][a-z0-9.+_\\-]*/[a-z0-9][a-z0-9.+_\\-]*$",
        says: "must be a MIME type in small letters",
        example: "text/markdown",
      }),
      "Their MIME type. When absent: that of a common ending, else `application/x-extension-` with the ending.",
      { ours: true },
    ),
    role: field(
      choice("FileRole", {
        Editor: "It reads and changes them.",
        Viewer: "It shows them.",
        Shell: "It runs other programs for them.",
        None: "It only brings their icon.",
      }),
      "Editor",
      "The role of the application for them.",
      { ours: true, systems: ["macos"], elsewhere: "there files have no roles" },
    ),
    icon: optionalText(
      "The icon of such files: a PNG of 256 × 256 pixels. On Linux only of types that no system knows, since others belong to the desktop.",
      { ours: true },
    ),
  },
);

/** The files and addresses that the system opens with the application. */
export const openingFields = {
  fileAssociations: field(
    list(fileAssociation),
    [],
    "Files that the system offers to open with the application. They are registered when a package is installed; see docs/opening.md.",
    { ours: true },
  ),
  urlSchemes: field(
    list(scheme),
    [],
    "The schemes of addresses that the application opens: `my-app` for `my-app://…`. They are registered when a package is installed. Pages get such addresses by `onOpen`; see docs/opening.md.",
    { ours: true },
  ),
  reservedUrlSchemes: field(
    list(
      choice("ReservedScheme", {
        http: "Pages of the web: the application offers itself as a browser.",
        https: "The same.",
        mailto: "Mail: the application offers itself for writing it.",
        file: "Files of any type, as file managers open them.",
      }),
    ),
    [],
    "Schemes that others count on and `urlSchemes` refuses. An application that handles one for all others names it here.",
    { ours: true },
  ),
} as const;
