// The yardstick: the least C program that shows the bench page with the same toolkit. It serves the page from
// a custom scheme, echoes text by a script message handler with reply and bytes by POST, reads and writes files,
// lists folders and runs programs for requests to that scheme, opens windows and sends events when asked, and
// prints what the page reports with the wall clock's milliseconds in front.

#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
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

static void emit(WebKitWebView *view, int count) {
  for (int number = 0; number < count; number++) {
    char script[32];
    snprintf(script, sizeof script, "heard(%d)", number);
    webkit_web_view_evaluate_javascript(view, script, -1, NULL, NULL, NULL, NULL, NULL);
  }
}

static gboolean on_message(WebKitUserContentManager *manager, JSCValue *value, WebKitScriptMessageReply *reply, gpointer data) {
  GBytes *bytes = jsc_value_to_string_as_bytes(value);
  const char *text = g_bytes_get_data(bytes, NULL);
  if (g_str_has_prefix(text, "report ")) report(text + 7);
  if (!strcmp(text, "window")) open_window("framework://localhost/?second");
  if (g_str_has_prefix(text, "emit ")) emit(data, atoi(text + 5));
  JSCValue *answer = jsc_value_new_string_from_bytes(jsc_value_get_context(value), bytes);
  webkit_script_message_reply_return_value(reply, answer);
  g_object_unref(answer);
  g_bytes_unref(bytes);
  return TRUE;
}

static GInputStream *bytes_stream(GBytes *bytes, gint64 *length) {
  GInputStream *stream = g_memory_input_stream_new_from_bytes(bytes);
  *length = g_bytes_get_size(bytes);
  g_bytes_unref(bytes);
  return stream;
}

static GInputStream *echo(GInputStream *body, gint64 *length) {
  GOutputStream *memory = g_memory_output_stream_new_resizable();
  g_output_stream_splice(memory, body, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  GBytes *bytes = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
  g_object_unref(memory);
  return bytes_stream(bytes, length);
}

static GInputStream *read_file(GFile *file, gint64 *length) {
  GFileInputStream *stream = g_file_read(file, NULL, NULL);
  GFileInfo *info = g_file_input_stream_query_info(stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, NULL, NULL);
  *length = g_file_info_get_size(info);
  g_object_unref(info);
  return G_INPUT_STREAM(stream);
}

static GInputStream *write_file(GFile *file, GInputStream *body, gint64 *length) {
  GFileOutputStream *out = g_file_replace(file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);
  g_output_stream_splice(G_OUTPUT_STREAM(out), body, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
  g_object_unref(out);
  return bytes_stream(g_bytes_new_static("", 0), length);
}

// The names are the bench's own: none holds what JSON would have to escape.
static GInputStream *list_folder(GFile *folder, gint64 *length) {
  const char *wanted = G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE;
  GFileEnumerator *entries = g_file_enumerate_children(folder, wanted, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GString *json = g_string_new("[");
  GFileInfo *info;
  while (g_file_enumerator_iterate(entries, &info, NULL, NULL, NULL) && info) {
    const char *children = g_file_info_get_file_type(info) == G_FILE_TYPE_DIRECTORY ? ",\"children\":[]" : "";
    g_string_append_printf(json, "%s{\"path\":\"%s/%s\",\"name\":\"%s\"%s}", json->len > 1 ? "," : "",
                           g_file_peek_path(folder), g_file_info_get_name(info), g_file_info_get_name(info), children);
  }
  g_object_unref(entries);
  g_string_append(json, "]");
  return bytes_stream(g_string_free_to_bytes(json), length);
}

static GInputStream *run_program(const char *command) {
  char **words = g_strsplit(command, " ", -1);
  GSubprocess *program = g_subprocess_newv((const char *const *)words, G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL);
  GInputStream *stream = g_object_ref(g_subprocess_get_stdout_pipe(program));
  g_object_unref(program);
  g_strfreev(words);
  return stream;
}

static void on_request(WebKitURISchemeRequest *request, gpointer data) {
  char *path = g_uri_unescape_string(webkit_uri_scheme_request_get_path(request), NULL);
  GInputStream *body = webkit_uri_scheme_request_get_http_body(request);
  GFile *file = g_file_new_for_path(strlen(path) > 5 ? path + 5 : "/");
  GInputStream *stream;
  const char *type = "application/octet-stream";
  gint64 length = -1;
  if (!strcmp(path, "/echo")) {
    stream = echo(body, &length);
  } else if (g_str_has_prefix(path, "/file/")) {
    stream = body ? write_file(file, body, &length) : read_file(file, &length);
  } else if (g_str_has_prefix(path, "/list/")) {
    stream = list_folder(file, &length);
  } else if (g_str_has_prefix(path, "/run/")) {
    stream = run_program(path + 5);
  } else {
    stream = g_memory_input_stream_new_from_data(page, page_length, NULL);
    length = page_length;
    type = "text/html";
  }
  webkit_uri_scheme_request_finish(request, stream, length, type);
  g_object_unref(stream);
  g_object_unref(file);
  g_clear_object(&body);
  g_free(path);
}

static void open_window(const char *address) {
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  webkit_user_content_manager_register_script_message_handler_with_reply(manager, "bench", NULL);
  GtkWidget *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL);
  g_signal_connect(manager, "script-message-with-reply-received::bench", G_CALLBACK(on_message), view);
  WebKitSettings *settings = webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view));
  webkit_settings_set_allow_file_access_from_file_urls(settings, TRUE);
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size(GTK_WINDOW(window), 800, 600);
  gtk_container_add(GTK_CONTAINER(window), view);
  webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), address);
  gtk_widget_show_all(window);
}

int main(int count, char **arguments) {
  if (count < 2 || !g_file_get_contents(arguments[1], &page, &page_length, NULL)) {
    fprintf(stderr, "usage: host PAGE [QUERY [ADDRESS]]\n");
    return 2;
  }
  gtk_init(&count, &arguments);
  context = webkit_web_context_new();
  webkit_web_context_register_uri_scheme(context, "framework", on_request, NULL, NULL);
  WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
  webkit_security_manager_register_uri_scheme_as_secure(security, "framework");
  webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "framework");
  const char *base = count > 3 ? arguments[3] : "framework://localhost/";
  char *address = g_strdup_printf("%s?%s", base, count > 2 ? arguments[2] : "");
  open_window(address);
  gtk_main();
}
