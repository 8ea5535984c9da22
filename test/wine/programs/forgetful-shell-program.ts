// Stands for a shell that is started anew: takes the app's icon away behind its back, and tells all
// windows.
import { NOTIFYICONDATAW, shell32 } from "../../../src/native/windows/lib/shell32.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";

const NIM_DELETE = 2;
const HWND_BROADCAST = 0xffff;

const hWnd = user32.FindWindowExW(0, 0, wide("FrameworkApp"), null);
const icon = NOTIFYICONDATAW.make({ cbSize: NOTIFYICONDATAW.size, hWnd, uID: 1 });
if (shell32.Shell_NotifyIconW(NIM_DELETE, icon.bytes) === 0)
  throw new Error("Cannot find the icon");
user32.PostMessageW(HWND_BROADCAST, user32.RegisterWindowMessageW(wide("TaskbarCreated")), 0, 0);
