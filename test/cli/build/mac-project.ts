import { png } from "../../bundler/project.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

/** A project as small as one can be. */
export function hello(more: Readonly<Record<string, unknown>> = {}): ReturnType<typeof tempDir> {
  return tempDir({
    "package.json": '{"name": "hello", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/icon.png": png(512, 512),
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Hello", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: {
        bundle: {
          active: true,
          targets: ["app", "dmg"],
          identifier: "org.example.hello",
          icon: ["icon.png"],
          ...more,
        },
        windows: [{}],
      },
    }),
  });
}
