#define _GNU_SOURCE
#include "../starter-unix/window.h"
#include "../starter-unix/network.h"
#include "../starter-unix/words.h"
#include "toolkit.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
  horizontal = 0,
  vertical = 1,
  at_the_end = 4,     /* GTK_BUTTONBOX_END */
  in_the_middle = 1,  /* GTK_WIN_POS_CENTER */
  anywhere = 2,       /* PANGO_WRAP_WORD_CHAR: addresses are long */
  key_escape = 0xff1b,
  tick = 100,         /* milliseconds */
  spacing = 12,
  columns = 56,
};

/* The beginning of GDK's event of a key. */
struct key_event {
  int type;
  void *window;
  int8_t is_sent;
  uint32_t time;
  unsigned state;
  unsigned key;
};

static struct {
  struct load *load;
  void *thread; /* NULL: nothing runs */
  void *progress;
  void *detail;
  void *again;
} shown;

static void leave(void) { _exit(1); }

/* What was loaded so far stays, so there is nothing to wait for. */
static int on_delete(void) {
  leave();
  return 1;
}

static int on_key(void *widget, const struct key_event *event) {
  (void)widget;
  if (event->key == key_escape) leave();
  return 0;
}

static void on(void *object, const char *signal, void (*call)(void)) {
  toolkit.g_signal_connect_data(object, signal, call, NULL, NULL, 0);
}

static void *label(void *box, const char *text) {
  void *made = toolkit.gtk_label_new(text);
  toolkit.gtk_label_set_line_wrap(made, 1);
  toolkit.gtk_label_set_line_wrap_mode(made, anywhere);
  toolkit.gtk_label_set_width_chars(made, columns);
  toolkit.gtk_label_set_max_width_chars(made, columns);
  toolkit.gtk_label_set_xalign(made, 0);
  toolkit.gtk_box_pack_start(box, made, 0, 0, 0);
  return made;
}

static void *button(void *box, const char *text, void (*call)(void)) {
  void *made = toolkit.gtk_button_new_with_mnemonic(text);
  on(made, "clicked", call);
  toolkit.gtk_container_add(box, made);
  return made;
}

/* Returns the box that its contents are put in. */
static void *open_window(void **window, const char *title) {
  *window = toolkit.gtk_window_new(0);
  void *box = toolkit.gtk_box_new(vertical, spacing);
  toolkit.gtk_window_set_title(*window, title);
  toolkit.gtk_window_set_position(*window, in_the_middle);
  toolkit.gtk_window_set_resizable(*window, 0);
  toolkit.gtk_container_set_border_width(box, spacing + spacing / 2);
  toolkit.gtk_container_add(*window, box);
  on(*window, "delete-event", (void (*)(void))on_delete);
  on(*window, "key-press-event", (void (*)(void))on_key);
  return box;
}

static void *open_buttons(void *box) {
  void *buttons = toolkit.gtk_button_box_new(horizontal);
  toolkit.gtk_button_box_set_layout(buttons, at_the_end);
  toolkit.gtk_box_pack_start(box, buttons, 0, 0, 0);
  return buttons;
}

static void begin(void) {
  toolkit.gtk_widget_set_visible(shown.again, 0);
  toolkit.gtk_widget_set_visible(shown.progress, 1);
  shown.load->phase = phase_loading;
  shown.load->got = 0;
  shown.thread = network.g_thread_new("load", load_run, shown.load);
}

static void show_progress(int phase) {
  char words[WORDS_ROOM];
  uint64_t got = shown.load->got, size = shown.load->size;
  words_of_progress(words, shown.load, phase);
  toolkit.gtk_label_set_text(shown.detail, words);
  if (phase == phase_loading && got && size)
    toolkit.gtk_progress_bar_set_fraction(shown.progress, (double)got / (double)size);
  else toolkit.gtk_progress_bar_pulse(shown.progress);
}

static void show_problem(void) {
  char words[WORDS_ROOM];
  words_of_problem(words, shown.load);
  fprintf(stderr, "framework: %s\n", shown.load->problem);
  toolkit.gtk_label_set_text(shown.detail, words);
  toolkit.gtk_label_set_selectable(shown.detail, 1);
  toolkit.gtk_widget_set_visible(shown.progress, 0);
  toolkit.gtk_widget_set_visible(shown.again, 1);
  toolkit.gtk_widget_grab_focus(shown.again);
}

static int on_tick(void *nothing) {
  (void)nothing;
  int phase = shown.load->phase;
  if (!shown.thread) return 1;
  if (phase < phase_done) show_progress(phase);
  else {
    network.g_thread_join(shown.thread);
    shown.thread = NULL;
    if (phase == phase_done) toolkit.gtk_main_quit();
    else show_problem();
  }
  return 1;
}

/* Whether there is a display and what shows windows there. */
static const char *open_toolkit(const char *program) {
  const char *missing = toolkit_open();
  if (missing) return missing;
  toolkit.g_set_prgname(program);
  return toolkit.gtk_init_check(NULL, NULL) ? NULL : "a display";
}

int window_load(struct load *load, const char *program) {
  const struct conf *conf = load->conf;
  const char *missing = network_open();
  if (!missing) missing = open_toolkit(program);
  if (missing) {
    load_needs(load, missing);
    return 1;
  }
  char words[WORDS_ROOM];
  words_of_purpose(words, conf);
  void *window;
  void *box = open_window(&window, conf->name);
  shown.load = load;
  label(box, words);
  shown.progress = toolkit.gtk_progress_bar_new();
  toolkit.gtk_box_pack_start(box, shown.progress, 0, 0, 0);
  shown.detail = label(box, "");
  void *buttons = open_buttons(box);
  shown.again = button(buttons, "_Try Again", begin);
  button(buttons, "_Cancel", leave);
  toolkit.gtk_widget_set_no_show_all(shown.again, 1);
  toolkit.gtk_widget_show_all(window);
  begin();
  toolkit.g_timeout_add(tick, on_tick, NULL);
  toolkit.gtk_main();
  return 0;
}

void window_tell(const char *program, const char *sentence) {
  if (open_toolkit(program)) return;
  void *window;
  void *box = open_window(&window, program);
  label(box, sentence);
  button(open_buttons(box), "_Close", leave);
  toolkit.gtk_widget_show_all(window);
  toolkit.gtk_main();
}
