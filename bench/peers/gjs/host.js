// The bench page in GJS, the desktop's own JavaScript: `gjs host.js PAGE TASK`, from the Debian packages gjs and gir1.2-webkit2-4.1.

imports.gi.versions.Gtk = "3.0";
imports.gi.versions.WebKit2 = "4.1";
const { Gio, GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const [path, task] = ARGV;
const [, page] = GLib.file_get_contents(path);
const context = new WebKit2.WebContext();

context.register_uri_scheme("framework", (request) => {
  const body = request.get_path() === "/echo" ? request.get_http_body() : null;
  if (body === null) {
    request.finish(
      Gio.MemoryInputStream.new_from_bytes(new GLib.Bytes(page)),
      page.length,
      "text/html",
    );
    return;
  }
  const memory = Gio.MemoryOutputStream.new_resizable();
  memory.splice(body, Gio.OutputStreamSpliceFlags.CLOSE_TARGET, null);
  const bytes = memory.steal_as_bytes();
  request.finish(
    Gio.MemoryInputStream.new_from_bytes(bytes),
    bytes.get_size(),
    "application/octet-stream",
  );
});
const security = context.get_security_manager();
security.register_uri_scheme_as_secure("framework");
security.register_uri_scheme_as_cors_enabled("framework");

function openWindow(query) {
  const manager = new WebKit2.UserContentManager();
  manager.register_script_message_handler_with_reply("bench", null);
  const view = new WebKit2.WebView({ web_context: context, user_content_manager: manager });
  manager.connect("script-message-with-reply-received::bench", (_manager, value, reply) => {
    const text = value.to_string();
    if (text.startsWith("report "))
      print(`${(GLib.get_real_time() / 1000).toFixed(3)} ${text.slice(7)}`);
    if (text === "window") openWindow("second");
    if (text.startsWith("emit ")) {
      for (let number = 0; number < Number(text.slice(5)); number++)
        view.evaluate_javascript(`heard(${number})`, -1, null, null, null, null);
    }
    reply.return_value(value);
    return true;
  });
  const window = new Gtk.Window({ default_width: 800, default_height: 600 });
  window.add(view);
  view.load_uri(`framework://localhost/?${query}`);
  window.show_all();
}

openWindow(task);
Gtk.main();
