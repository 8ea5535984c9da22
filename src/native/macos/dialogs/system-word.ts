import { inUsersLanguage } from "../user-language.ts";

// AppKit's own panels and alerts have these labels, but no API returns them.
const names = ["OK", "Cancel", "Yes", "No", "Replace"] as const;

type SystemWord = (typeof names)[number];

/** By language, each in the order of the names. */
const languages: Readonly<Record<string, string>> = {
  en: "OK|Cancel|Yes|No|Replace",
  de: "OK|Abbrechen|Ja|Nein|Ersetzen",
  fr: "OK|Annuler|Oui|Non|Remplacer",
  es: "Aceptar|Cancelar|Sí|No|Reemplazar",
  it: "OK|Annulla|Sì|No|Sostituisci",
  pt: "OK|Cancelar|Sim|Não|Substituir",
  "pt-PT": "OK|Cancelar|Sim|Não|Substituir",
  nl: "OK|Annuleer|Ja|Nee|Vervang",
  sv: "OK|Avbryt|Ja|Nej|Ersätt",
  da: "OK|Annuller|Ja|Nej|Erstat",
  nb: "OK|Avbryt|Ja|Nei|Erstatt",
  fi: "OK|Kumoa|Kyllä|Ei|Korvaa",
  pl: "OK|Anuluj|Tak|Nie|Zastąp",
  cs: "OK|Zrušit|Ano|Ne|Nahradit",
  ru: "ОК|Отменить|Да|Нет|Заменить",
  uk: "OK|Скасувати|Так|Ні|Замінити",
  tr: "Tamam|Vazgeç|Evet|Hayır|Değiştir",
  ja: "OK|キャンセル|はい|いいえ|置き換える",
  ko: "확인|취소|예|아니요|대치",
  "zh-Hans": "好|取消|是|否|替换",
  "zh-Hant": "好|取消|是|否|取代",
};

/** A label of macOS' own, in the user's language. */
export function systemWord(name: SystemWord): string {
  return inUsersLanguage(languages).split("|")[names.indexOf(name)] ?? name;
}
