import { expect, test } from "bun:test";
import { environmentForOthers, environmentForRestart } from "../../src/process/environment.ts";

const executable = "/tmp/.mount_x/usr/bin/app";
const appImage = {
  APPIMAGE: "/home/ada/App.AppImage",
  APPDIR: "/tmp/.mount_x",
  ARGV0: "./App",
  OWD: "/home",
};

test("other programs get what the user gave, without the keys and without what tells Bun what to do", () => {
  const users = {
    PATH: "/bin",
    BUN_INSTALL: "/home/ada/.bun",
    BUN_CONFIG_REGISTRY: "https://npm.example",
  };
  const own = {
    FRAMEWORK_PRIVATE_KEY: "key",
    FRAMEWORK_KEY_PASSWORD: "word",
    BUN_OPTIONS: "--preload=/tmp/a.js",
    BUN_BE_BUN: "1",
    BUN_INSPECT: "ws://localhost:1",
  };
  expect(environmentForOthers("/usr/bin/app", { ...users, ...own })).toEqual(users);
});

test("an app in an AppImage tells other programs nothing of it", () => {
  expect(environmentForOthers(executable, { ...appImage, PATH: "/bin" })).toEqual({ PATH: "/bin" });
});

test("variables of another AppImage are passed on: they do not concern this app", () => {
  expect(environmentForOthers("/usr/bin/app", appImage)).toEqual(appImage);
  expect(environmentForOthers("/tmp/.mount_xy/usr/bin/app", appImage)).toEqual(appImage);
});

test("the media plugins of an AppImage are its own, those that the user has added are passed on", () => {
  const inside = `${appImage.APPDIR}/usr/lib/gstreamer-1.0`;
  const registry = { GST_REGISTRY_1_0: "/home/ada/.cache/app/gstreamer-1.0.registry" };
  const of = (path: string) =>
    environmentForOthers(executable, { ...appImage, ...registry, GST_PLUGIN_PATH_1_0: path });
  expect(of(inside)).toEqual({});
  expect(of(`/opt/plugins:${inside}`)).toEqual({ GST_PLUGIN_PATH_1_0: "/opt/plugins" });
  // Without plugins in the AppImage, both are the user's.
  expect(of("/opt/plugins")).toEqual({ ...registry, GST_PLUGIN_PATH_1_0: "/opt/plugins" });
});

test("the desktop's variables for this start reach no other start, and no other program", () => {
  const desktop = { DESKTOP_STARTUP_ID: "panel-1_TIME17", XDG_ACTIVATION_TOKEN: "17" };
  expect(environmentForOthers("/usr/bin/app", { ...desktop, PATH: "/bin" })).toEqual({
    PATH: "/bin",
  });
  expect(environmentForRestart("/usr/bin/app", { ...desktop, PATH: "/bin" })).toEqual({
    PATH: "/bin",
  });
});

test("another start of the same app gets everything except the present mount point", () => {
  const users = { PATH: "/bin", BUN_OPTIONS: "--smol", FRAMEWORK_PRIVATE_KEY: "key" };
  expect(environmentForRestart(executable, { ...appImage, ...users })).toEqual(users);
});
