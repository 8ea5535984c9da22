// The used tables of an installer's database, with their columns in order.
//
//   *name      part of the key
//   i2 i4      a number of so many bytes
//   s72        text of at most 72 characters, which Windows Installer does not look at; s0: of any length
//   l72        text in the installer's language
//   v0         bytes, in a stream of their own
//   S I L      the same, and the field may be empty
//
// and, after a second colon, the permitted values of the column:
//
//   Formatted       a category of texts
//   {1;2;3}         one of these
//   0..32767        a number in this range
//   …>Dialog        a key of that table, or of one of several; >Control.2 in its second column
//
// Source: the reference of Windows Installer's tables and of its column data types.

/** The table definitions. */
const columns = {
  _Tables: "*Name:s64",
  _Columns: "*Table:s64 *Number:i2 Name:s64 Type:i2",
  _Validation: `
    *Table:s32:Identifier *Column:s32:Identifier Nullable:s4:{Y;N}
    MinValue:I4:-2147483647..2147483647 MaxValue:I4:-2147483647..2147483647
    KeyTable:S255:Identifier KeyColumn:I2:1..32
    Category:S32:{Text;Formatted;Template;Condition;Guid;Path;Version;Language;Identifier;Binary;UpperCase;LowerCase;Filename;Paths;AnyPath;WildCardFilename;RegPath;CustomSource;Property;Cabinet;Shortcut;FormattedSDDLText;Integer;DoubleInteger;TimeDate;DefaultDir}
    Set:S255:Text Description:S255:Text`,
  ActionText: "*Action:s72:Identifier Description:L0:Text Template:L0:Template",
  AdminExecuteSequence: "*Action:s72:Identifier Condition:S255:Condition Sequence:I2:-4..32767",
  AdminUISequence: "*Action:s72:Identifier Condition:S255:Condition Sequence:I2:-4..32767",
  AdvtExecuteSequence: "*Action:s72:Identifier Condition:S255:Condition Sequence:I2:-4..32767",
  AppSearch: `
    *Property:s72:Identifier
    *Signature_:s72:Identifier>Signature;RegLocator;IniLocator;DrLocator;CompLocator`,
  Binary: "*Name:s72:Identifier Data:v0:Binary",
  CheckBox: "*Property:s72:Identifier Value:S64:Formatted",
  Component: `
    *Component:s72:Identifier ComponentId:S38:Guid Directory_:s72:Identifier>Directory
    Attributes:i2 Condition:S255:Condition KeyPath:S72:Identifier>File;Registry;ODBCDataSource`,
  Condition: "*Feature_:s38:Identifier>Feature *Level:i2:0..32767 Condition:S255:Condition",
  Control: `
    *Dialog_:s72:Identifier>Dialog *Control:s50:Identifier Type:s20:Identifier X:i2:0..32767
    Y:i2:0..32767 Width:i2:0..32767 Height:i2:0..32767 Attributes:I4:0..2147483647
    Property:S50:Identifier Text:L0:Formatted Control_Next:S50:Identifier>Control.2
    Help:L50:Text`,
  ControlCondition: `
    *Dialog_:s72:Identifier>Dialog *Control_:s50:Identifier>Control.2
    *Action:s50:{Default;Disable;Enable;Hide;Show} *Condition:s255:Condition`,
  ControlEvent: `
    *Dialog_:s72:Identifier>Dialog *Control_:s50:Identifier>Control.2 *Event:s50:Formatted
    *Argument:s255:Formatted *Condition:S255:Condition Ordering:I2:0..2147483647`,
  CreateFolder: "*Directory_:s72:Identifier>Directory *Component_:s72:Identifier>Component",
  CustomAction: `
    *Action:s72:Identifier Type:i2:1..32767 Source:S72:CustomSource Target:S0:Formatted
    ExtendedType:I4:0..2147483647`,
  Dialog: `
    *Dialog:s72:Identifier HCentering:i2:0..100 VCentering:i2:0..100 Width:i2:0..32767
    Height:i2:0..32767 Attributes:I4:0..2147483647 Title:L128:Formatted
    Control_First:s50:Identifier>Control.2 Control_Default:S50:Identifier>Control.2
    Control_Cancel:S50:Identifier>Control.2`,
  Directory: `
    *Directory:s72:Identifier Directory_Parent:S72:Identifier>Directory
    DefaultDir:l255:DefaultDir`,
  Environment: `
    *Environment:s72:Identifier Name:l255:Text Value:L0:Formatted
    Component_:s72:Identifier>Component`,
  Error: "*Error:i2:0..32767 Message:L0:Template",
  EventMapping: `
    *Dialog_:s72:Identifier>Dialog *Control_:s50:Identifier>Control.2 *Event:s50:Identifier
    Attribute:s50:Identifier`,
  Feature: `
    *Feature:s38:Identifier Feature_Parent:S38:Identifier>Feature Title:L64:Text
    Description:L255:Text Display:I2:0..32767 Level:i2:0..32767
    Directory_:S72:UpperCase>Directory
    Attributes:i2:{0;1;2;4;5;6;8;9;10;16;17;18;20;21;22;24;25;26;32;33;34;36;37;38;48;49;50;52;53;54}`,
  FeatureComponents: "*Feature_:s38:Identifier>Feature *Component_:s72:Identifier>Component",
  File: `
    *File:s72:Identifier Component_:s72:Identifier>Component FileName:l255:Filename
    FileSize:i4:0..2147483647 Version:S72:Version>File Language:S20:Language
    Attributes:I2:0..32767 Sequence:i4:1..2147483647`,
  Icon: "*Name:s72:Identifier Data:v0:Binary",
  InstallExecuteSequence: `
    *Action:s72:Identifier Condition:S255:Condition Sequence:I2:-4..32767`,
  InstallUISequence: "*Action:s72:Identifier Condition:S255:Condition Sequence:I2:-4..32767",
  LaunchCondition: "*Condition:s255:Condition Description:l255:Formatted",
  ListBox: "*Property:s72:Identifier *Order:i2:1..32767 Value:s64:Formatted Text:L64:Text",
  Media: `
    *DiskId:i2:1..32767 LastSequence:i4:0..2147483647 DiskPrompt:L64:Text Cabinet:S255:Cabinet
    VolumeLabel:S32:Text Source:S72:Property`,
  MsiFileHash: `
    *File_:s72:Identifier>File Options:i2:0..32767 HashPart1:i4 HashPart2:i4 HashPart3:i4
    HashPart4:i4`,
  MsiShortcutProperty: `
    *MsiShortcutProperty:s72:Identifier Shortcut_:s72:Identifier>Shortcut
    PropertyKey:s0:Formatted PropVariantValue:s0:Formatted`,
  Property: "*Property:s72:Identifier Value:l0:Text",
  RegLocator: `
    *Signature_:s72:Identifier Root:i2:0..3 Key:s255:RegPath Name:S255:Formatted Type:I2:0..18`,
  Registry: `
    *Registry:s72:Identifier Root:i2:-1..3 Key:l255:RegPath Name:L255:Formatted
    Value:L0:Formatted Component_:s72:Identifier>Component`,
  RemoveFile: `
    *FileKey:s72:Identifier Component_:s72:Identifier>Component FileName:L255:WildCardFilename
    DirProperty:s72:Identifier InstallMode:i2:{1;2;3}`,
  RemoveRegistry: `
    *RemoveRegistry:s72:Identifier Root:i2:-1..3 Key:l255:RegPath Name:L255:Formatted
    Component_:s72:Identifier>Component`,
  ServiceControl: `
    *ServiceControl:s72:Identifier Name:l255:Formatted Event:i2:0..187
    Arguments:L255:Formatted Wait:I2:0..1 Component_:s72:Identifier>Component`,
  ServiceInstall: `
    *ServiceInstall:s72:Identifier Name:s255:Formatted DisplayName:L255:Formatted
    ServiceType:i4:-2147483647..2147483647 StartType:i4:0..4
    ErrorControl:i4:-2147483647..2147483647 LoadOrderGroup:S255:Formatted
    Dependencies:S255:Formatted StartName:S255:Formatted Password:S255:Formatted
    Arguments:S255:Formatted Component_:s72:Identifier>Component Description:L255:Text`,
  Shortcut: `
    *Shortcut:s72:Identifier Directory_:s72:Identifier>Directory Name:l128:Filename
    Component_:s72:Identifier>Component Target:s72:Shortcut Arguments:S255:Formatted
    Description:L255:Text Hotkey:I2:0..32767 Icon_:S72:Identifier>Icon
    IconIndex:I2:-32767..32767 ShowCmd:I2:{1;3;7} WkDir:S72:Identifier`,
  TextStyle: `
    *TextStyle:s72:Identifier FaceName:s32:Text Size:i2:0..32767 Color:I4:0..16777215
    StyleBits:I2:0..15`,
  UIText: "*Key:s72:Identifier Text:L0:Text",
  Upgrade: `
    *UpgradeCode:s38:Guid *VersionMin:S20:Text *VersionMax:S20:Text *Language:S255:Language
    *Attributes:i4:0..2147483647 Remove:S255:Formatted ActionProperty:s72:UpperCase`,
} as const;

export type TableName = keyof typeof columns;

export interface Column {
  readonly name: string;
  readonly kind: "text" | "number" | "bytes";
  /** For a number in bytes, for a text in characters. */
  readonly size: number;
  readonly isKey: boolean;
  readonly isLocalized: boolean;
  readonly isOptional: boolean;
  readonly allows: Allowed;
}

/** The permitted values of a column; `null`: unrestricted. */
interface Allowed {
  readonly category: string | null;
  readonly set: string | null;
  readonly range: readonly [least: number, most: number] | null;
  /** The tables that have this key, separated by ";". */
  readonly keyTable: string | null;
  /** The key's column there, from 1. */
  readonly keyColumn: number | null;
}

function parseAllowed(text: string): Allowed {
  const [rule = "", key] = text.split(">");
  const [keyTable = null, keyColumn = "1"] = key?.split(".") ?? [];
  const [, least, most] = /^(-?\d+)\.\.(\d+)$/.exec(rule) ?? [];
  const set = /^\{(.*)\}$/.exec(rule)?.[1] ?? null;
  const range = least === undefined ? null : ([Number(least), Number(most)] as const);
  return {
    category: rule === "" || set !== null || range !== null ? null : rule,
    set,
    range,
    keyTable,
    keyColumn: keyTable === null ? null : Number(keyColumn),
  };
}

function parseColumn(text: string): Column {
  const [, key, name = "", letter = "", size, allowed = ""] =
    /^(\*?)(\w+):([a-z])(\d+)(?::(\S+))?$/i.exec(text) ?? [];
  const kinds = { i: "number", v: "bytes", s: "text", l: "text" } as const;
  const lower = letter.toLowerCase() as keyof typeof kinds;
  return {
    name,
    kind: kinds[lower],
    size: Number(size),
    isKey: key === "*",
    isLocalized: lower === "l",
    isOptional: letter !== lower,
    allows: parseAllowed(allowed),
  };
}

export const tables: Readonly<Record<TableName, readonly Column[]>> = mapTables();

function mapTables(): Record<TableName, readonly Column[]> {
  const entries = Object.entries(columns).map(([table, text]) => [
    table,
    text.trim().split(/\s+/).map(parseColumn),
  ]);
  return Object.fromEntries(entries) as Record<TableName, readonly Column[]>;
}

/** A column in the database's own encoding. */
export function columnType({ kind, size, isKey, isLocalized, isOptional }: Column): number {
  const flags = (isKey ? 0x2000 : 0) | (isOptional ? 0x1000 : 0);
  if (kind === "bytes") return 0x900 | flags;
  if (kind === "number") return (size === 2 ? 0x502 : 0x104) | flags;
  return 0xd00 | (isLocalized ? 0x200 : 0) | size | flags;
}

/**
 * The row of the table `_Validation` for a column, by which Windows Installer tools validate a
 * database.
 */
export function validationRow(
  table: TableName,
  { name, isOptional, allows }: Column,
): readonly (string | number | null)[] {
  const { category, set, range, keyTable, keyColumn } = allows;
  const [least, most] = range ?? [null, null];
  return [
    table,
    name,
    isOptional ? "Y" : "N",
    least,
    most,
    keyTable,
    keyColumn,
    category,
    set,
    null,
  ];
}
