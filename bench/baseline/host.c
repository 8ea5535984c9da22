// The yardstick: the least C program that shows the bench page with the same toolkit. It serves the page from
// a custom scheme, echoes text by a script message handler with reply and bytes by POST, opens windows when
// asked, and prints what the page reports with the wall clock's milliseconds in front.

#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>
#include <webkit2/webkit2.h>

static char *page;
static gsize page_length;
static WebKitWebContext *context;

static void open_window(const char *address);

static void report(const char *text) {
  printf("%.3f %s\n", g_get_real_time() / 1000.0, text);
  fflush(stdout);
}

static gboolean on_message(WebKitUserContentManager *manager, JSCValue *value, WebKitScriptMessageReply *reply, gpointer data) {
  GBytes *bytes = jsc_value_to_string_as_bytes(value);
  const char *text = g_bytes_get_data(bytes, NULL);
  if (g_str_has_prefix(text, "report ")) report(text + 7);
  if (!strcmp(text, "window")) open_window("framework://localhost/?second");
  JSCValue *answer = jsc_value_new_string_from_bytes(jsc_value_get_context(value), bytes);
  webkit_script_message_reply_return_value(reply, answer);
  g_object_unref(answer);
  g_bytes_unref(bytes);
  return TRUE;
}

static void on_request(WebKitURISchemeRequest *request, gpointer data) {
  GInputStream *stream;
  const char *type = "text/html";
  gint64 length;
  if (!strcmp(webkit_uri_scheme_request_get_path(request), "/echo")) {
    GInputStream *body = webkit_uri_scheme_request_get_http_body(request);
    GOutputStream *memory = g_memory_output_stream_new_resizable();
    g_output_stream_splice(memory, body, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
    GBytes *bytes = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
    stream = g_memory_input_stream_new_from_bytes(bytes);
    length = g_bytes_get_size(bytes);
    type = "application/octet-stream";
    g_bytes_unref(bytes);
    g_object_unref(memory);
    g_object_unref(body);
  } else {
    stream = g_memory_input_stream_new_from_data(page, page_length, NULL);
    length = page_length;
  }
  webkit_uri_scheme_request_finish(request, stream, length, type);
  g_object_unref(stream);
}

static void open_window(const char *address) {
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  g_signal_connect(manager, "script-message-with-reply-received::bench", G_CALLBACK(on_message), NULL);
  webkit_user_content_manager_register_script_message_handler_with_reply(manager, "bench", NULL);
  GtkWidget *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL);
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size(GTK_WINDOW(window), 800, 600);
  gtk_container_add(GTK_CONTAINER(window), view);
  webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), address);
  gtk_widget_show_all(window);
}

int main(int count, char **arguments) {
  if (count < 2 || !g_file_get_contents(arguments[1], &page, &page_length, NULL)) {
    fprintf(stderr, "usage: host PAGE [QUERY]\n");
    return 2;
  }
  gtk_init(&count, &arguments);
  context = webkit_web_context_new();
  webkit_web_context_register_uri_scheme(context, "framework", on_request, NULL, NULL);
  WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
  webkit_security_manager_register_uri_scheme_as_secure(security, "framework");
  webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "framework");
  char *address = g_strdup_printf("framework://localhost/?%s", count > 2 ? arguments[2] : "");
  open_window(address);
  gtk_main();
}
