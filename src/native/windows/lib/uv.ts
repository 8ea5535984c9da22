import { FrameworkError } from "../../../contract/errors.ts";
import { declare } from "../../ffi/library.ts";
import { functionIn } from "../library.ts";
import { instance } from "./kernel32.ts";

/** libuv, which is part of Bun's executable and exported for native modules. */
export const uv = declare({
  file: "bun.exe",
  signatures: {
    // (file descriptor) → HANDLE
    uv_get_osfhandle: "i>l",
    // (HANDLE) → file descriptor, which closes the handle with itself; -1
    uv_open_osfhandle: "l>i",
    // (Windows error) → libuv's, negative
    uv_translate_sys_error: "i>i",
    // (libuv's error) → ENOENT and similar
    uv_err_name: "i>s",
  },
  find(name) {
    const address = functionIn(instance(), name);
    if (address !== null) return address;
    throw new FrameworkError(
      "unavailable",
      `Cannot find "${name}" in the executable: want Bun's own`,
    );
  },
});
