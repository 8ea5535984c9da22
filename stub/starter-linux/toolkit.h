/* What is used of GLib, GIO, libsoup and GTK: opened when a runtime has to be got, and never before. Names, types and
 * numbers follow their headers; what they own is a plain pointer here. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct glib_error {
  uint32_t domain;
  int code;
  char *message;
};

/* Found in libsoup and what it stands on. */
#define NETWORK(F)                                                                                                     \
  F(void, g_cancellable_cancel, (void *))                                                                              \
  F(int, g_cancellable_is_cancelled, (void *))                                                                         \
  F(void *, g_cancellable_new, (void))                                                                                 \
  F(void, g_checksum_free, (void *))                                                                                   \
  F(const char *, g_checksum_get_string, (void *))                                                                     \
  F(void *, g_checksum_new, (int type))                                                                                \
  F(void, g_checksum_update, (void *, const void *bytes, ptrdiff_t length))                                            \
  F(void *, g_converter_input_stream_new, (void *stream, void *converter))                                             \
  F(void, g_error_free, (struct glib_error *))                                                                         \
  F(void, g_free, (void *))                                                                                            \
  F(ptrdiff_t, g_input_stream_read, (void *, void *bytes, size_t, void *cancellable, struct glib_error **))            \
  F(void, g_object_get, (void *, const char *property, ...))                                                           \
  F(void, g_object_unref, (void *))                                                                                    \
  F(void *, g_thread_join, (void *))                                                                                   \
  F(void *, g_thread_new, (const char *name, void *(*run)(void *), void *with))                                        \
  F(void *, g_unix_input_stream_new, (int file, int must_close))                                                       \
  F(const char *, g_uri_get_host, (void *))                                                                            \
  F(const char *, g_uri_get_scheme, (void *))                                                                          \
  F(void *, g_uri_parse, (const char *, int flags, struct glib_error **))                                              \
  F(char *, g_uri_resolve_relative, (const char *base, const char *, int flags, struct glib_error **))                 \
  F(void, g_uri_unref, (void *))                                                                                       \
  F(void *, g_zlib_decompressor_new, (int format))                                                                     \
  F(size_t, soup_content_decoder_get_type, (void))                                                                     \
  F(const char *, soup_message_headers_get_one, (void *, const char *name))                                            \
  F(void, soup_message_headers_replace, (void *, const char *name, const char *value))                                 \
  F(void *, soup_message_new, (const char *method, const char *address))                                               \
  F(void, soup_message_set_flags, (void *, unsigned flags))                                                            \
  F(void *, soup_session_new_with_options, (const char *property, ...))                                                \
  F(void, soup_session_remove_feature_by_type, (void *, size_t type))                                                  \
  F(void *, soup_session_send, (void *, void *message, void *cancellable, struct glib_error **))

/* Found in GTK and what it stands on. */
#define WINDOW(F)                                                                                                      \
  F(void, g_set_prgname, (const char *))                                                                               \
  F(unsigned long, g_signal_connect_data, (void *, const char *, void (*)(void), void *with, void *, int))             \
  F(unsigned, g_timeout_add, (unsigned milliseconds, int (*)(void *), void *))                                         \
  F(void *, gtk_box_new, (int orientation, int spacing))                                                               \
  F(void, gtk_box_pack_start, (void *, void *child, int expand, int fill, unsigned padding))                           \
  F(void *, gtk_button_box_new, (int orientation))                                                                     \
  F(void, gtk_button_box_set_layout, (void *, int style))                                                              \
  F(void *, gtk_button_new_with_mnemonic, (const char *))                                                              \
  F(void, gtk_container_add, (void *, void *))                                                                         \
  F(void, gtk_container_set_border_width, (void *, unsigned))                                                          \
  F(int, gtk_init_check, (int *, char ***))                                                                            \
  F(void *, gtk_label_new, (const char *))                                                                             \
  F(void, gtk_label_set_line_wrap, (void *, int))                                                                      \
  F(void, gtk_label_set_line_wrap_mode, (void *, int))                                                                 \
  F(void, gtk_label_set_max_width_chars, (void *, int))                                                                \
  F(void, gtk_label_set_selectable, (void *, int))                                                                     \
  F(void, gtk_label_set_text, (void *, const char *))                                                                  \
  F(void, gtk_label_set_width_chars, (void *, int))                                                                    \
  F(void, gtk_label_set_xalign, (void *, float))                                                                       \
  F(void, gtk_main, (void))                                                                                            \
  F(void, gtk_main_quit, (void))                                                                                       \
  F(void *, gtk_progress_bar_new, (void))                                                                              \
  F(void, gtk_progress_bar_pulse, (void *))                                                                            \
  F(void, gtk_progress_bar_set_fraction, (void *, double))                                                             \
  F(void, gtk_widget_grab_focus, (void *))                                                                             \
  F(void, gtk_widget_set_no_show_all, (void *, int))                                                                   \
  F(void, gtk_widget_set_visible, (void *, int))                                                                       \
  F(void, gtk_widget_show_all, (void *))                                                                               \
  F(void *, gtk_window_new, (int type))                                                                                \
  F(void, gtk_window_set_position, (void *, int))                                                                      \
  F(void, gtk_window_set_resizable, (void *, int))                                                                     \
  F(void, gtk_window_set_title, (void *, const char *))

#define AS_FIELD(result, name, arguments) result(*name) arguments;
extern struct network {
  NETWORK(AS_FIELD)
} network;
extern struct toolkit {
  WINDOW(AS_FIELD)
} toolkit;
#undef AS_FIELD

/* Opens the library. Returns NULL, or what is missing. */
const char *toolkit_open(void);
