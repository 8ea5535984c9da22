/**
 * The languages of the NSIS installer, by its own names: the files of NSIS 3 in `Contrib/Language
 * files`.
 */
export const installerLanguages: readonly string[] = `
Afrikaans Albanian Arabic Armenian Asturian Basque Belarusian Bosnian Breton Bulgarian Catalan Cibemba Corsican Croatian
Czech Danish Dutch Efik English Esperanto Estonian Farsi Finnish French Galician Georgian German Greek Hebrew Hindi Hungarian
Icelandic Igbo Indonesian Irish Italian Japanese Khmer Korean Kurdish Latvian Lithuanian Luxembourgish Macedonian
Malagasy Malay Mongolian Norwegian NorwegianNynorsk Pashto Polish Portuguese PortugueseBR Romanian Russian ScotsGaelic
Serbian SerbianLatin SimpChinese Slovak Slovenian Spanish SpanishInternational Swahili Swedish Tatar Thai TradChinese
Turkish Ukrainian Uzbek Valencian Vietnamese Welsh Yoruba
`
  .trim()
  .split(/\s+/);
