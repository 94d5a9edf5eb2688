// The texts of the manual page that do not describe single commands.
extension ManualPage {
  static let overview = [
    """
    filmz finds films and keeps your own collection: what you have watched, when, and what you \
    thought of it. It works offline, with a small built-in catalog or an imported catalog of all \
    IMDb titles; with an OMDb key or a TMDB token, it also searches OMDb or TMDB.
    """,
    """
    The commands are the same in the shell, in scripts and on the command line. Data is written to \
    standard output, everything else to standard error. In the shell, a unique prefix of a command is \
    enough, Tab completes words, and `help` lists the commands.
    """,
    "filmz can be run in these ways:",
  ]

  static let targets = [
    """
    A film is given as a number or range of the results (`3`, `1-4,7`), as an IMDb id or URL \
    (`tt0133093`), as a title, quoted or not (`title:1917` if it is a number), or as a dot for the \
    selected film. Without an argument, a command uses the selected film.
    """
  ]

  static let statuses = [
    ("0", "Success, including a search without results."),
    ("1", "The command failed, or at least one line of a script did."),
    ("64", "Wrong usage: an unknown command or option, or a value that is out of range."),
    ("65", "The input data cannot be used."),
    ("69", "A source that was needed did not return a usable response."),
    ("74", "A file could not be read or written."),
    ("130", "Interrupted."),
  ]

  static let variables = [
    ("FILMZ_HOME", "One folder for all files, like `--home`."),
    (
      "OMDB_API_KEY, OMDB_BASE_URL", "The OMDb key and URL; they override the settings."
    ),
    ("TMDB_API_TOKEN, TMDB_BASE_URL", "The TMDB token and URL; they override the settings."),
    ("NO_COLOR, CLICOLOR_FORCE", "Disable color, or enable it even without a terminal."),
    ("COLUMNS", "The width of the output."),
    ("EDITOR, VISUAL", "The editor for `note -e`."),
    ("PAGER", "The pager for long output; `cat` for none."),
    ("SHELL", "The shell that runs programs for `!` and `|`."),
    ("HTTPS_PROXY, NO_PROXY", "The proxy for network requests, and the hosts that need none."),
    (
      "SSL_CERT_FILE",
      "A file with the certificates of the authorities that network requests trust, instead of the system's."
    ),
    (
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_STATE_HOME",
      "The folders for settings, data, cache and state."
    ),
  ]

  static let files = [
    ("~/.config/filmz/config.toml", "The settings; see `config`."),
    ("~/.local/share/filmz/collection.sqlite", "The collection."),
    ("~/.local/share/filmz/backups/", "Backups of the collection; see `backup`."),
    ("~/.local/share/filmz/catalog.sqlite", "The imported catalog; see `catalog`."),
    ("~/.cache/filmz/films.sqlite", "The film cache; it can be deleted at any time."),
    ("~/.local/state/filmz/", "The shell history, the last results, and the log."),
  ]

  static let seeAlso = [
    """
    OMDb: https://www.omdbapi.com/. Free keys are available at \
    https://www.omdbapi.com/apikey.aspx.
    """,
    """
    TMDB: https://www.themoviedb.org/. Free tokens are available at \
    https://www.themoviedb.org/settings/api.
    """,
  ]
}
