import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/app/display-app.ts";

/** Installs the framework in a project as npm would: as files, not as a link. */
export function install(folder: string): void {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "framework"), { recursive: true });
  for (const name of ["src", "bin"])
    cpSync(join(root, name), join(modules, "framework", name), { recursive: true });
  cpSync(join(root, "package.json"), join(modules, "framework/package.json"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "framework" || name.startsWith(".")) continue;
    // Packages that become part of an app are in the project's own folder.
    if (name === "valibot" || name === "modern-tar")
      cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true });
    else symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
}
