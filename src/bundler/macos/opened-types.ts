import { isCommon, type OpenedFiles, type Opens } from "../opens.ts";
import { icns } from "../write/icns.ts";
import type { Dictionary } from "../write/property-list.ts";

// The Info.plist entries about files and addresses. Known types are named by their extensions, for
// which the system knows a type; an app's own types get a name of their own.
//
// Source: Apple, "Information Property List", CFBundleDocumentTypes, CFBundleURLTypes and
// UTExportedTypeDeclarations.

/** The Info.plist entries for files and addresses that the system opens with an app. */
export function openedTypes(identifier: string, { files, schemes, isOnce }: Opens): Dictionary {
  const own = files.filter((each) => ownExtensions(each).length > 0);
  return {
    ...(files.length > 0 && {
      CFBundleDocumentTypes: files.flatMap((each) => documentTypes(identifier, each)),
    }),
    ...(own.length > 0 && {
      UTExportedTypeDeclarations: own.map((each) => exportedType(identifier, each)),
    }),
    ...(schemes.length > 0 && {
      CFBundleURLTypes: [
        {
          CFBundleTypeRole: "Viewer",
          CFBundleURLName: identifier,
          CFBundleURLSchemes: [...schemes],
        },
      ],
    }),
    ...(isOnce && { LSMultipleInstancesProhibited: true }),
  };
}

/** The icons of file types, beside that of the app. */
export function typeIcons({
  files,
}: Opens): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  return files.flatMap((each) =>
    each.icon === null ? [] : [{ name: iconName(each), bytes: icns([each.icon]) }],
  );
}

/** The extensions of an own type, which is named after the first one. */
function ownExtensions({ extensions }: OpenedFiles): string[] {
  return isCommon(extensions[0]) ? [] : extensions.filter((each) => !isCommon(each));
}

function documentTypes(identifier: string, files: OpenedFiles): Dictionary[] {
  const { extensions, mimeType, mimeTypes, name, role, icon } = files;
  const own = ownExtensions(files);
  const common = extensions.filter((each) => !own.includes(each));
  const type = (names: Dictionary, rank: string): Dictionary => ({
    ...(icon !== null && { CFBundleTypeIconFile: iconName(files) }),
    CFBundleTypeName: name,
    CFBundleTypeRole: role,
    ...names,
    LSHandlerRank: role === "None" ? "None" : rank,
  });
  // If a type is named, extensions are ignored.
  const ownType = { LSItemContentTypes: [typeName(identifier, files)] };
  const commonTypes = {
    CFBundleTypeExtensions: common,
    CFBundleTypeMIMETypes: mimeTypes.filter((each) => own.length === 0 || each !== mimeType),
  };
  return [
    ...(own.length > 0 ? [type(ownType, "Owner")] : []),
    ...(common.length > 0 ? [type(commonTypes, "Alternate")] : []),
  ];
}

function exportedType(identifier: string, files: OpenedFiles): Dictionary {
  const { mimeType, description, icon } = files;
  return {
    UTTypeConformsTo: ["public.data"],
    UTTypeDescription: description,
    ...(icon !== null && { UTTypeIconFile: iconName(files) }),
    UTTypeIdentifier: typeName(identifier, files),
    UTTypeTagSpecification: {
      "public.filename-extension": ownExtensions(files),
      "public.mime-type": [mimeType],
    },
  };
}

/** Only letters, digits, "-" and ".". */
function typeName(identifier: string, { extensions: [first] }: OpenedFiles): string {
  return `${identifier}.${first.replace(/[^a-z0-9-]/g, "-")}`;
}

function iconName({ extensions: [first] }: OpenedFiles): string {
  return `file-${first}.icns`;
}
