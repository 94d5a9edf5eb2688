#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <wchar.h>

// Declarations for what Swift cannot use: variadic functions, namely libedit's and `prctl`, with a
// wrapper for each kind of call; functions that headers declare only with feature test macros; and
// C's standard streams, which Swift 6 rejects as unsafe shared state.

/// Characters that filmz passes to libedit as keys, to run the commands that are bound to them.
///
/// They are C1 control characters, which filmz replaces in the input from the terminal.
#define CLIBEDIT_PASTE_KEY 0x90
#define CLIBEDIT_END_KEY 0x91
#define CLIBEDIT_COMPOSE_KEY 0x92
#define CLIBEDIT_BRACKETED_PASTE_KEY 0x9F

// The function with which libedit measures text; <wchar.h> declares it only with _XOPEN_SOURCE.
extern int wcwidth(wchar_t character);

/// Returns the width of a character in columns, or -1 if it is not printable.
static inline int clibedit_columns(wchar_t character) { return wcwidth(character); }

static inline FILE *clibedit_stdin(void) { return stdin; }
static inline FILE *clibedit_stderr(void) { return stderr; }

static inline int clibedit_set_prompt(EditLine *el, char *(*prompt)(EditLine *)) {
  // \001 encloses escape sequences, which have no width.
  return el_set(el, EL_PROMPT_ESC, prompt, '\001');
}

static inline int clibedit_set_reader(EditLine *el, int (*reader)(EditLine *, wchar_t *)) {
  return el_set(el, EL_GETCFN, reader);
}

static inline int clibedit_set_history(EditLine *el, History *list) {
  return el_set(el, EL_HIST, history, list);
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

/// Binds a key to a command, which must exist: libedit corrupts its heap if the name is unknown.
static inline int clibedit_bind(EditLine *el, const char *key, const char *command) {
  return el_set(el, EL_BIND, key, command, NULL);
}

/// Binds a key in libedit's alternative key map (`-a`), which is in use in vi's command mode.
static inline int clibedit_bind_alternative(EditLine *el, const char *key, const char *command) {
  return el_set(el, EL_BIND, "-a", key, command, NULL);
}

static inline int clibedit_add_command(
    EditLine *el, const char *name, const char *help, unsigned char (*body)(EditLine *, int)) {
  return el_set(el, EL_ADDFN, name, help, body);
}

/// Changes a terminal mode or special character for the time while a line is edited (`-d`).
///
/// For example, `-quit` disables the character that sends SIGQUIT.
static inline int clibedit_set_mode_while_editing(EditLine *el, const char *setting) {
  return el_set(el, EL_SETTY, "-d", setting, NULL);
}

/// Changes a terminal mode or special character for the time between two lines (`-x`).
static inline int clibedit_set_mode_between_lines(EditLine *el, const char *setting) {
  return el_set(el, EL_SETTY, "-x", setting, NULL);
}

/// Returns whether the key bindings are vi's, which the user's `~/.editrc` may select.
static inline int clibedit_has_vi_keys(EditLine *el) {
  const char *name = NULL;
  return el_get(el, EL_EDITOR, &name) == 0 && name != NULL && name[0] == 'v';
}

/// Sets the terminal to the modes for editing (1) or to those between two lines (0).
static inline int clibedit_prepare_terminal(EditLine *el, int on) {
  return el_set(el, EL_PREP_TERM, on);
}

/// Turns editing on (1) or off (0). While editing is off, `el_end` does not discard unread input.
static inline int clibedit_set_enabled(EditLine *el, int on) {
  return el_set(el, EL_EDITMODE, on);
}

/// Redraws the prompt and the line, starting at the terminal's cursor.
static inline int clibedit_refresh(EditLine *el) { return el_set(el, EL_REFRESH); }

static inline int clibedit_history_set_size(History *list, int size) {
  HistEvent event;
  return history(list, &event, H_SETSIZE, size);
}

/// Makes the history ignore a line that is equal to the newest one.
static inline int clibedit_history_skip_repeats(History *list) {
  HistEvent event;
  return history(list, &event, H_SETUNIQUE, 1);
}

static inline int clibedit_history_enter(History *list, const char *line) {
  HistEvent event;
  return history(list, &event, H_ENTER, line);
}

// <fcntl.h> and <sys/mman.h> declare these functions only with _GNU_SOURCE.
extern int fallocate(int descriptor, int mode, off_t start, off_t count);
extern int memfd_create(const char *name, unsigned int flags);

/// Allocates disk space from the start of a file without changing its size (FALLOC_FL_KEEP_SIZE).
static inline int clibedit_reserve_space(int descriptor, off_t count) {
  return fallocate(descriptor, 1, 0, count);
}

/// Prevents core dumps of this process, until it calls `execve`.
static inline int clibedit_disable_core_dump(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Creates an anonymous file in memory that child processes do not inherit (MFD_CLOEXEC).
static inline int clibedit_create_memory_file(const char *name) { return memfd_create(name, 1); }

#endif
