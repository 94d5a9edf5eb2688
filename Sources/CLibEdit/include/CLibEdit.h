#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <wchar.h>

// What Swift cannot call in libedit: functions with variable arguments, and C's standard streams,
// which Swift 6 takes for unsafe shared state. Each shim fixes one use of them.

/// Characters that no keyboard sends: the reader returns one to call the command bound to it.
#define CLIBEDIT_PASTE_KEY 0x90
#define CLIBEDIT_PRIVATE_KEY 0x91
#define CLIBEDIT_COMPOSE_KEY 0x92

// Declared by <wchar.h> only for those who ask for X/Open; libedit measures by it.
extern int wcwidth(wchar_t character);

/// The columns that a character takes on the screen; -1 when it is not printable.
static inline int clibedit_columns(wchar_t character) { return wcwidth(character); }

static inline FILE *clibedit_stdin(void) { return stdin; }
static inline FILE *clibedit_stderr(void) { return stderr; }

static inline int clibedit_set_prompt(EditLine *el, char *(*prompt)(EditLine *)) {
  return el_set(el, EL_PROMPT, prompt);
}

static inline int clibedit_set_reader(EditLine *el, int (*reader)(EditLine *, wchar_t *)) {
  return el_set(el, EL_GETCFN, reader);
}

static inline int clibedit_set_history(EditLine *el, History *past) {
  return el_set(el, EL_HIST, history, past);
}

static inline int clibedit_set_client_data(EditLine *el, void *data) {
  return el_set(el, EL_CLIENTDATA, data);
}

static inline void *clibedit_client_data(EditLine *el) {
  void *data = NULL;
  return el_get(el, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

static inline int clibedit_use_emacs_keys(EditLine *el) {
  return el_set(el, EL_EDITOR, "emacs");
}

static inline int clibedit_handle_signals(EditLine *el, int on) {
  return el_set(el, EL_SIGNAL, on);
}

/// The command must exist: libedit corrupts its heap on binding an unknown name.
static inline int clibedit_bind(EditLine *el, const char *key, const char *command) {
  return el_set(el, EL_BIND, key, command, NULL);
}

/// Binds in the second key map, which is vi's command mode.
static inline int clibedit_bind_alternative(EditLine *el, const char *key, const char *command) {
  return el_set(el, EL_BIND, "-a", key, command, NULL);
}

static inline int clibedit_add_command(
    EditLine *el, const char *name, const char *help, unsigned char (*body)(EditLine *, int)) {
  return el_set(el, EL_ADDFN, name, help, body);
}

/// Changes one setting of the terminal for the time of editing (`-d`), like `-quit`.
static inline int clibedit_set_editing_mode(EditLine *el, const char *setting) {
  return el_set(el, EL_SETTY, "-d", setting, NULL);
}

/// Changes one setting of the terminal for the time between two lines (`-x`), like `-echo`.
static inline int clibedit_set_line_mode(EditLine *el, const char *setting) {
  return el_set(el, EL_SETTY, "-x", setting, NULL);
}

/// Whether the keys are vi's, as the user's file may have it.
static inline int clibedit_has_vi_keys(EditLine *el) {
  const char *name = NULL;
  return el_get(el, EL_EDITOR, &name) == 0 && name != NULL && name[0] == 'v';
}

/// Puts the terminal into editing mode (1) or back into line mode (0).
static inline int clibedit_prepare_terminal(EditLine *el, int on) {
  return el_set(el, EL_PREP_TERM, on);
}

/// Turns the editor off (0), whereby `el_end` leaves the terminal and its unread input alone.
static inline int clibedit_set_enabled(EditLine *el, int on) {
  return el_set(el, EL_EDITMODE, on);
}

/// Draws prompt and line anew from where the terminal's cursor stands.
static inline int clibedit_refresh(EditLine *el) { return el_set(el, EL_REFRESH); }

static inline int clibedit_history_set_size(History *past, int size) {
  HistEvent event;
  return history(past, &event, H_SETSIZE, size);
}

/// A line that repeats the newest one is not entered again.
static inline int clibedit_history_skip_repeats(History *past) {
  HistEvent event;
  return history(past, &event, H_SETUNIQUE, 1);
}

static inline int clibedit_history_enter(History *past, const char *line) {
  HistEvent event;
  return history(past, &event, H_ENTER, line);
}

// Declared by <fcntl.h> and <sys/mman.h> only for those who ask for GNU's own functions.
extern int fallocate(int descriptor, int mode, off_t start, off_t count);
extern int memfd_create(const char *name, unsigned int flags);

/// Reserves room on the disk from the start of a file, and leaves its length (FALLOC_FL_KEEP_SIZE).
static inline int clibedit_reserve(int descriptor, off_t count) {
  return fallocate(descriptor, 1, 0, count);
}

/// Has the system write no core file of this process; `execve` ends that.
static inline int clibedit_forbid_core_file(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// A file in memory that needs no folder, closed in other programs (MFD_CLOEXEC).
static inline int clibedit_memory_file(const char *name) { return memfd_create(name, 1); }

#endif
