/// What the manual page says beside the tree of commands.
extension ManualPage {
  static let overview = [
    """
    filmz finds films, and keeps which of them are yours: what you have seen, when, and what you \
    thought of it. It works without a network, on a small catalog of its own or on one of all of \
    IMDb's titles that you import; with a key of OMDb it asks OMDb.
    """,
    """
    The commands are the same in the shell, in scripts and in single calls. Data goes to the \
    standard output, everything else to the standard error. In the shell a clear beginning of a \
    verb is enough, Tab completes, and `help` lists the commands.
    """,
    "There are these ways to run it:",
  ]

  static let targets = [
    """
    Where a command takes films, each is a number or range of the results (`3`, `1-4,7`), an IMDb \
    id or address (`tt0133093`), a title, quoted or not (`title:1917` where it is a number), or a \
    dot for the selected film, which is also meant where none is named.
    """
  ]

  static let statuses = [
    ("0", "Done; also a search that finds nothing."),
    ("1", "The command failed, or a line of a script."),
    ("64", "The call is wrong in itself: an unknown command or option, a value out of range."),
    ("65", "Data that was read cannot be used."),
    ("69", "A source was needed and gave no usable answer."),
    ("74", "A file could not be read or written."),
    ("130", "Interrupted."),
  ]

  static let variables = [
    ("FILMZ_HOME", "One folder for all files, as `--home`."),
    (
      "OMDB_API_KEY, OMDB_BASE_URL", "The key for OMDb, and its address; they go over the settings."
    ),
    ("TMDB_API_TOKEN, TMDB_BASE_URL", "The same for TMDB."),
    ("NO_COLOR, CLICOLOR_FORCE", "No colour, or colour also where no terminal is."),
    ("COLUMNS", "The width to write for."),
    ("EDITOR", "The editor of `note -e`."),
    ("HTTPS_PROXY, NO_PROXY", "The way to the network."),
    (
      "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_STATE_HOME",
      "The folders of settings, collection, cache and state."
    ),
  ]

  static let files = [
    ("~/.config/filmz/config.toml", "The settings; see `config`."),
    ("~/.local/share/filmz/collection.sqlite", "The collection."),
    ("~/.local/share/filmz/backups/", "Its backups; see `backup`."),
    ("~/.local/share/filmz/catalog.sqlite", "The imported catalog; see `catalog`."),
    ("~/.cache/filmz/films.sqlite", "The film cache, which may be deleted."),
    ("~/.local/state/filmz/", "What the shell remembers."),
  ]

  static let more = [
    "OMDb: https://www.omdbapi.com/. A free key is at https://www.omdbapi.com/apikey.aspx."
  ]
}
