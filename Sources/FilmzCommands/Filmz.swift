/// The program and its commands.
package enum Filmz {
  package static let version = "0.1.0"

  /// The program itself, whose options precede the verb.
  package static let program = Command(
    LaunchOptions.self, "filmz", "A shell for exploring films and keeping your own collection.",
    usage: """
      filmz                          the interactive shell
      filmz [options] <command> ...  a single command
      filmz [options] -f <file>      a script; it can also be read from a pipe
      filmz [options] -c '<command>; ...'  a script on the command line
      """)

  /// The commands in the groups that `help` lists.
  package static let groups: [(name: String, commands: [Command])] = [
    (
      "Find",
      [
        SearchCommand.command, BrowseCommand.command, NextCommand.command, PreviousCommand.command,
        FirstCommand.command,
        PageCommand.command, ResultsCommand.command, BackCommand.command, RetryCommand.command,
        ShowCommand.command, RefreshCommand.command, DiscoverCommand.command,
      ]
    ),
    (
      "Collect",
      [
        AddCommand.command, RemoveCommand.command, RateCommand.command, WatchedCommand.command,
        UnwatchedCommand.command, ViewingsCommand.command, SeenCommand.command,
        WatchlistCommand.command, SkipCommand.command, UnskipCommand.command, NoteCommand.command,
        CommentCommand.command, CommentListCommand.command,
        AudienceCommand.command, FromCommand.command, TagCommand.command, UntagCommand.command,
        IdentifyCommand.command, RecordCommand.command, EditCommand.command,
      ]
    ),
    (
      "List",
      [
        ListCommand.command, FindCommand.command, FilmListCommand.command, ShareCommand.command,
        FollowCommand.command, UnfollowCommand.command, CollectionsCommand.command,
        LibraryCommand.command, RandomCommand.command,
        StatsCommand.command, GenresCommand.command,
      ]
    ),
    (
      "Import, export and sync",
      [ImportCommand.command, ExportCommand.command, SyncCommand.command]
    ),
    (
      "Undo and backups",
      [
        UndoCommand.command, RedoCommand.command, LogCommand.command, BackupCommand.command,
        ResetCommand.command, PurgeCommand.command,
      ]
    ),
    (
      "Shell",
      [
        HelpCommand.command, DoctorCommand.command, ConfigCommand.command, KidsCommand.command,
        CatalogCommand.command, CacheCommand.command, DatabaseCommand.command, QueryCommand.command,
        HistoryCommand.command, SourceCommand.command, OfflineCommand.command,
        TimeCommand.command, ClearCommand.command, AboutCommand.command, VersionCommand.command,
        QuitCommand.command,
      ]
    ),
  ]

  package static let commands = groups.flatMap(\.commands)

  /// The built-in aliases for users of other programs, which completion does not offer.
  private static let unlistedAliases: Set<String> = ["open", "bye", ":q", "?", "cls"]

  /// The completion candidates for verbs: the names and built-in aliases of all commands, without
  /// those for users of other programs.
  static let verbCandidates = commands.flatMap { command in
    command.names.filter { !unlistedAliases.contains($0) }.map {
      Completion.Candidate(label: $0, summary: command.summary)
    }
  }
}
