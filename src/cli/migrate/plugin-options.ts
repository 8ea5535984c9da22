import { lineAt } from "./edits.ts";
import type { Note } from "./note.ts";
import { pageHalfOf, pluginPackages } from "./plugin-packages.ts";
import { blankRust } from "./rust/text.ts";

/**
 * Rust's use of plugin features that have a package here, but another form: each at its first
 * position.
 */
export function rustPluginOptions(
  file: string,
  source: string,
  plugins: readonly string[],
): Note[] {
  const code = blankRust(source);
  return plugins.flatMap((plugin) =>
    (pluginPackages[plugin]?.options ?? []).flatMap(({ pattern, here, isInTexts = false }) => {
      const text = isInTexts ? source : code;
      return notesOf(file, text, plugin, pattern, here);
    }),
  );
}

/** A page's use of plugin features that have another meaning here: each at its first position. */
export function pagePluginOptions(file: string, text: string): Note[] {
  const imported = [...text.matchAll(/(["'`])(tauri-plugin-[\w-]+-api)\1/g)].map(
    ([, , name = ""]) => name,
  );
  const plugins = Object.keys(pluginPackages).filter((plugin) =>
    imported.some((name) => pageHalfOf(name) === `framework-plugin-${plugin}/api`),
  );
  return plugins.flatMap((plugin) =>
    (pluginPackages[plugin]?.pageOptions ?? []).flatMap(({ pattern, here }) =>
      notesOf(file, text, plugin, pattern, here),
    ),
  );
}

function notesOf(
  file: string,
  text: string,
  plugin: string,
  pattern: RegExp,
  here: string,
): Note[] {
  return [...text.matchAll(pattern)].slice(0, 1).map(({ index }) => ({
    file,
    line: lineAt(text, index),
    text: `the plugin "${plugin}": ${here}`,
  }));
}
