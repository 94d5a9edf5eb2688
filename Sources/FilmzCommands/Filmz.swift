/// The program and its commands.
package enum Filmz {
  package static let version = "0.1.0"

  /// The program itself, whose options precede the verb.
  package static let program = Command(
    of: LaunchOptions.self, "filmz", "A shell for exploring films and keeping your own collection.",
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
        SearchCommand.command, BrowseCommand.command, .next, .previous, .first, PageCommand.command, .results, .back,
        .retry, ShowCommand.command, RefreshCommand.command, DiscoverCommand.command,
      ]
    ),
    (
      "Collect",
      [
        AddCommand.command, RemoveCommand.command, RateCommand.command, WatchedCommand.command,
        UnwatchedCommand.command, ViewingsCommand.command, SeenCommand.command, .watchlist,
        SkipCommand.command, UnskipCommand.command, NoteCommand.command, CommentCommand.command,
        CommentListCommand.command, AudienceCommand.command, FromCommand.command,
        TagCommand.command, UntagCommand.command, IdentifyCommand.command, .record,
        EditCommand.command,
      ]
    ),
    (
      "List",
      [
        ListCommand.command, FindCommand.command, .filmList, ShareCommand.command,
        FollowCommand.command, UnfollowCommand.command, .collections, .library,
        RandomCommand.command, StatsCommand.command, .genres,
      ]
    ),
    ("Import, export and sync", [ImportCommand.command, ExportCommand.command, .sync]),
    (
      "Undo and backups",
      [
        UndoCommand.command, RedoCommand.command, LogCommand.command, .backup, ResetCommand.command,
        PurgeCommand.command,
      ]
    ),
    (
      "Shell",
      [
        HelpCommand.command, .doctor, .config, .kids, .catalog, .cache, .database,
        QueryCommand.command, HistoryCommand.command, SourceCommand.command, OfflineCommand.command,
        TimeCommand.command, .clear, AboutCommand.command, .version, .quit,
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
