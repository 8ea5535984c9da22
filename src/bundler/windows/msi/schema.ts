// The tables of an installer's database that we write, with their columns in order.
//
//   *name      part of the key
//   i2 i4      a number of so many bytes
//   s72        text of at most 72 characters, which Windows Installer does not look at; s0: of any length
//   l72        text in the installer's language
//   v0         bytes, in a stream of their own
//   S I L      the same, and the field may be empty
//
// Source: the reference of Windows Installer's tables.

/** What `tables` says, for each table. */
const columns = {
  _Tables: "*Name:s64",
  _Columns: "*Table:s64 *Number:i2 Name:s64 Type:i2",
  ActionText: "*Action:s72 Description:L0 Template:L0",
  AdminExecuteSequence: "*Action:s72 Condition:S255 Sequence:I2",
  AdminUISequence: "*Action:s72 Condition:S255 Sequence:I2",
  AdvtExecuteSequence: "*Action:s72 Condition:S255 Sequence:I2",
  AppSearch: "*Property:s72 *Signature_:s72",
  Binary: "*Name:s72 Data:v0",
  CheckBox: "*Property:s72 Value:S64",
  Component: "*Component:s72 ComponentId:S38 Directory_:s72 Attributes:i2 Condition:S255 KeyPath:S72",
  Condition: "*Feature_:s38 *Level:i2 Condition:S255",
  Control:
    "*Dialog_:s72 *Control:s50 Type:s20 X:i2 Y:i2 Width:i2 Height:i2 Attributes:I4 Property:S50 Text:L0 Control_Next:S50 Help:L50",
  ControlCondition: "*Dialog_:s72 *Control_:s50 *Action:s50 *Condition:s255",
  ControlEvent: "*Dialog_:s72 *Control_:s50 *Event:s50 *Argument:s255 *Condition:S255 Ordering:I2",
  CreateFolder: "*Directory_:s72 *Component_:s72",
  CustomAction: "*Action:s72 Type:i2 Source:S72 Target:S0 ExtendedType:I4",
  Dialog:
    "*Dialog:s72 HCentering:i2 VCentering:i2 Width:i2 Height:i2 Attributes:I4 Title:L128 Control_First:s50 Control_Default:S50 Control_Cancel:S50",
  Directory: "*Directory:s72 Directory_Parent:S72 DefaultDir:l255",
  Environment: "*Environment:s72 Name:l255 Value:L0 Component_:s72",
  Error: "*Error:i2 Message:L0",
  EventMapping: "*Dialog_:s72 *Control_:s50 *Event:s50 Attribute:s50",
  Feature:
    "*Feature:s38 Feature_Parent:S38 Title:L64 Description:L255 Display:I2 Level:i2 Directory_:S72 Attributes:i2",
  FeatureComponents: "*Feature_:s38 *Component_:s72",
  File: "*File:s72 Component_:s72 FileName:l255 FileSize:i4 Version:S72 Language:S20 Attributes:I2 Sequence:i4",
  Icon: "*Name:s72 Data:v0",
  InstallExecuteSequence: "*Action:s72 Condition:S255 Sequence:I2",
  InstallUISequence: "*Action:s72 Condition:S255 Sequence:I2",
  LaunchCondition: "*Condition:s255 Description:l255",
  ListBox: "*Property:s72 *Order:i2 Value:s64 Text:L64",
  Media: "*DiskId:i2 LastSequence:i4 DiskPrompt:L64 Cabinet:S255 VolumeLabel:S32 Source:S72",
  MsiFileHash: "*File_:s72 Options:i2 HashPart1:i4 HashPart2:i4 HashPart3:i4 HashPart4:i4",
  MsiShortcutProperty: "*MsiShortcutProperty:s72 Shortcut_:s72 PropertyKey:s0 PropVariantValue:s0",
  Property: "*Property:s72 Value:l0",
  RegLocator: "*Signature_:s72 Root:i2 Key:s255 Name:S255 Type:I2",
  Registry: "*Registry:s72 Root:i2 Key:l255 Name:L255 Value:L0 Component_:s72",
  RemoveFile: "*FileKey:s72 Component_:s72 FileName:L255 DirProperty:s72 InstallMode:i2",
  RemoveRegistry: "*RemoveRegistry:s72 Root:i2 Key:l255 Name:L255 Component_:s72",
  ServiceControl: "*ServiceControl:s72 Name:l255 Event:i2 Arguments:L255 Wait:I2 Component_:s72",
  ServiceInstall:
    "*ServiceInstall:s72 Name:s255 DisplayName:L255 ServiceType:i4 StartType:i4 ErrorControl:i4 LoadOrderGroup:S255 Dependencies:S255 StartName:S255 Password:S255 Arguments:S255 Component_:s72 Description:L255",
  Shortcut:
    "*Shortcut:s72 Directory_:s72 Name:l128 Component_:s72 Target:s72 Arguments:S255 Description:L255 Hotkey:I2 Icon_:S72 IconIndex:I2 ShowCmd:I2 WkDir:S72",
  TextStyle: "*TextStyle:s72 FaceName:s32 Size:i2 Color:I4 StyleBits:I2",
  UIText: "*Key:s72 Text:L0",
  Upgrade:
    "*UpgradeCode:s38 *VersionMin:S20 *VersionMax:S20 *Language:S255 *Attributes:i4 Remove:S255 ActionProperty:s72",
} as const;

export type TableName = keyof typeof columns;

export interface Column {
  readonly name: string;
  readonly kind: "text" | "number" | "bytes";
  /** Of a number in bytes, of a text in characters. */
  readonly size: number;
  readonly isKey: boolean;
  readonly isLocalized: boolean;
  readonly isOptional: boolean;
}

function parseColumn(text: string): Column {
  const [, key, name = "", letter = "", size] = /^(\*?)(\w+):([a-z])(\d+)$/i.exec(text) ?? [];
  const kinds = { i: "number", v: "bytes", s: "text", l: "text" } as const;
  const lower = letter.toLowerCase() as keyof typeof kinds;
  return {
    name,
    kind: kinds[lower],
    size: Number(size),
    isKey: key === "*",
    isLocalized: lower === "l",
    isOptional: letter !== lower,
  };
}

export const tables: Readonly<Record<TableName, readonly Column[]>> = mapTables();

function mapTables(): Record<TableName, readonly Column[]> {
  const entries = Object.entries(columns).map(([table, text]) => [table, text.split(" ").map(parseColumn)]);
  return Object.fromEntries(entries) as Record<TableName, readonly Column[]>;
}

/** A column as the database describes it to its readers. */
export function columnType({ kind, size, isKey, isLocalized, isOptional }: Column): number {
  const flags = (isKey ? 0x2000 : 0) | (isOptional ? 0x1000 : 0);
  if (kind === "bytes") return 0x900 | flags;
  if (kind === "number") return (size === 2 ? 0x502 : 0x104) | flags;
  return 0xd00 | (isLocalized ? 0x200 : 0) | size | flags;
}
