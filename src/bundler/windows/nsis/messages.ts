// The installer's own texts; the rest are NSIS's. `$(^Name)` is the name of the app for message
// boxes. In the text of a control, which takes "&" for an access key, it would be `$(^NameDA)`.

/** The messages that the script uses; a file of `customLanguageFiles` must contain each of them. */
export const messageNames = [
  "newerIsInstalled",
  "appIsRunning",
  "appCannotBeClosed",
  "desktopShortcut",
  "deleteData",
  "webviewIsFetched",
  "webviewIsInstalled",
  "webviewFailed",
] as const;

type Messages = Readonly<Record<(typeof messageNames)[number], string>>;

const english: Messages = {
  newerIsInstalled: "A newer version of $(^Name) is installed already.",
  appIsRunning: "$(^Name) is running. Select OK to close it and go on.",
  appCannotBeClosed: "$(^Name) cannot be closed. Close it, then run this program once more.",
  desktopShortcut: "Put a shortcut on the desktop",
  deleteData: "Delete the data of the app, too",
  webviewIsFetched: "Downloading the web engine",
  webviewIsInstalled: "Installing the web engine",
  webviewFailed: "The web engine could not be installed",
};

const german: Messages = {
  newerIsInstalled: "Eine neuere Version von $(^Name) ist bereits installiert.",
  appIsRunning: "$(^Name) läuft. Mit OK wird es beendet, und es geht weiter.",
  appCannotBeClosed:
    "$(^Name) lässt sich nicht beenden. Beenden Sie es, und starten Sie dieses Programm noch einmal.",
  desktopShortcut: "Verknüpfung auf dem Desktop anlegen",
  deleteData: "Auch die Daten der App löschen",
  webviewIsFetched: "Web-Engine wird heruntergeladen",
  webviewIsInstalled: "Web-Engine wird installiert",
  webviewFailed: "Die Web-Engine konnte nicht installiert werden",
};

const french: Messages = {
  newerIsInstalled: "Une version plus récente de $(^Name) est déjà installée.",
  appIsRunning: "$(^Name) est en cours d’exécution. Choisissez OK pour le fermer et continuer.",
  appCannotBeClosed: "Impossible de fermer $(^Name). Fermez-le, puis relancez ce programme.",
  desktopShortcut: "Créer un raccourci sur le bureau",
  deleteData: "Supprimer aussi les données de l’application",
  webviewIsFetched: "Téléchargement du moteur web",
  webviewIsInstalled: "Installation du moteur web",
  webviewFailed: "Le moteur web n’a pas pu être installé",
};

const spanish: Messages = {
  newerIsInstalled: "Ya hay instalada una versión más reciente de $(^Name).",
  appIsRunning: "$(^Name) está en ejecución. Seleccione Aceptar para cerrarlo y continuar.",
  appCannotBeClosed: "No se puede cerrar $(^Name). Ciérrelo y vuelva a ejecutar este programa.",
  desktopShortcut: "Crear un acceso directo en el escritorio",
  deleteData: "Eliminar también los datos de la aplicación",
  webviewIsFetched: "Descargando el motor web",
  webviewIsInstalled: "Instalando el motor web",
  webviewFailed: "No se pudo instalar el motor web",
};

const translated: Readonly<Record<string, Messages>> = {
  English: english,
  German: german,
  French: french,
  Spanish: spanish,
  SpanishInternational: spanish,
};

/** The messages in a language of the installer; English if there are none. */
export function messagesIn(language: string): Messages {
  return translated[language] ?? english;
}

/** The messages that a custom file lacks. */
export function missingMessages(script: string): string[] {
  const there = new Set(
    Array.from(script.matchAll(/^[ \t]*LangString\s+"?(\w+)"?\s/gim), ([, name]) => name),
  );
  return messageNames.filter((name) => !there.has(name));
}
