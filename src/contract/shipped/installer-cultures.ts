/** A language that a Windows Installer package can be in. */
export interface InstallerLanguage {
  /** `de-DE` */
  readonly culture: string;
  /** Windows' name for it. */
  readonly id: number;
  /** Its encoding before Unicode. */
  readonly codepage: number;
}

// Source: "Windows Language Code Identifier (LCID) Reference", [MS-LCID].
const known = `
ar-SA 1025 1256   bg-BG 1026 1251   ca-ES 1027 1252   cs-CZ 1029 1250   da-DK 1030 1252   de-DE 1031 1252   el-GR 1032 1253
en-GB 2057 1252   en-US 1033 1252   es-ES 3082 1252   et-EE 1061 1257   eu-ES 1069 1252   fi-FI 1035 1252   fr-FR 1036 1252
he-IL 1037 1255   hi-IN 1081 65001  hr-HR 1050 1250   hu-HU 1038 1250   it-IT 1040 1252   ja-JP 1041 932    kk-KZ 1087 1251
ko-KR 1042 949    lt-LT 1063 1257   lv-LV 1062 1257   nb-NO 1044 1252   nl-NL 1043 1252   pl-PL 1045 1250   pt-BR 1046 1252
pt-PT 2070 1252   ro-RO 1048 1250   ru-RU 1049 1251   sk-SK 1051 1250   sl-SI 1060 1250   sr-Latn-CS 2074 1250
sv-SE 1053 1252   th-TH 1054 874    tr-TR 1055 1254   uk-UA 1058 1251   vi-VN 1066 1258   zh-CN 2052 936    zh-TW 1028 950
`;

export const installerCultures: readonly InstallerLanguage[] = Array.from(
  known.matchAll(/(\S+) +(\d+) +(\d+)/g),
  ([, culture = "", id, codepage]) => ({ culture, id: Number(id), codepage: Number(codepage) }),
);

/** A language by its name, in any case; `null`: there is none. */
export function findLanguage(name: string): InstallerLanguage | null {
  const wanted = name.toLowerCase().replaceAll("_", "-");
  return installerCultures.find(({ culture }) => culture.toLowerCase() === wanted) ?? null;
}

/** The languages for which Windows Installer packages have texts; regional variants share them. */
const spoken = ["en-US", "de-DE", "fr-FR", "es-ES"] as const;

/**
 * The language whose texts the packages of another one use; `null`: there are none, and the
 * packages are in English.
 */
export function spokenCulture(culture: string): (typeof spoken)[number] | null {
  return spoken.find((one) => one.slice(0, 2) === culture.slice(0, 2)) ?? null;
}
