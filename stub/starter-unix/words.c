#include "words.h"
#include <stdio.h>

static double megabytes(uint64_t bytes) { return (double)bytes / 1e6; }

void words_of_purpose(char words[WORDS_ROOM], const struct conf *conf) {
  char size[32] = "";
  if (conf->archive_size) snprintf(size, sizeof size, " (%.0f MB)", megabytes(conf->archive_size));
  snprintf(words, WORDS_ROOM, "%.300s needs a component%s, which is loaded once.", conf->name, size);
}

void words_of_progress(char words[WORDS_ROOM], const struct load *load, int phase) {
  uint64_t got = load->got, size = load->size;
  const char *address = load->address;
  if (phase == phase_waiting) snprintf(words, WORDS_ROOM, "Another app is loading a component");
  else if (phase == phase_unpacking) snprintf(words, WORDS_ROOM, "Unpacking");
  else if (!got) snprintf(words, WORDS_ROOM, "Asking %s", address ? address : "");
  else if (size) snprintf(words, WORDS_ROOM, "%.1f of %.1f MB", megabytes(got), megabytes(size));
  else snprintf(words, WORDS_ROOM, "%.1f MB", megabytes(got));
}

void words_of_problem(char words[WORDS_ROOM], const struct load *load) {
  const char *remedy = "Check the connection to the internet and try again";
  if (load->obstacle) remedy = "Try again when that is mended";
  snprintf(words, WORDS_ROOM, "%s\n\n%s, or start %.300s again later.", load->problem, remedy, load->conf->name);
}
