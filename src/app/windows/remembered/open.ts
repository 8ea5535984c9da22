import { openAppFiles } from "../../public-api/app-files.ts";
import { pathsOf } from "../../paths/dialect.ts";
import { makePrivateFolder, privateFolder } from "../../paths/private-folder.ts";
import type { Services } from "../../services.ts";
import { RememberedWindows } from "./remembered-windows.ts";

const folderName = "window-state";

/** Makes an app remember its windows, in its private folder. */
export function rememberWindows(services: Services): void {
  const { windows, baseDirectories, host } = services;
  const { join } = pathsOf(host.system);
  const files = openAppFiles(services);
  const remembered = new RememberedWindows({
    paths() {
      const folder = privateFolder(baseDirectories, host.system);
      const { APPCONFIG } = baseDirectories;
      return folder === null
        ? null
        : {
            own: join(folder, folderName, "state.json"),
            tauri: APPCONFIG === null ? null : join(APPCONFIG, ".window-state"),
          };
    },
    async write(path, text) {
      makePrivateFolder(baseDirectories, host.system, folderName);
      await files.write(path, text);
    },
    read: (label) => windows.read(label),
    monitors: (label) => windows.monitors(label),
    apply: (label, operation) => windows.apply(label, operation),
    labels: () => windows.labels,
  });
  windows.remembered = remembered;
  services.exit.onExit(() => remembered.save());
}
