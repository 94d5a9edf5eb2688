/// The program and its tree of commands.
package enum Filmz {
  package static let version = "0.1.0"

  /// The program itself, whose options stand before a verb.
  package static let program = Command(
    LaunchOptions.self, "filmz", "A shell for exploring films and keeping your own collection.",
    usage: """
      filmz                          the shell
      filmz [options] VERB …         one command
      filmz [options] -f FILE        a script; so is what comes in by a pipe
      filmz [options] -c 'LINE; LINE'  a script that stands in the call
      """)

  /// The commands in the groups that `help` shows.
  package static let groups: [(name: String, commands: [Command])] = [
    (
      "Find",
      [
        SearchCommand.command, NextCommand.command, PreviousCommand.command, FirstCommand.command,
        PageCommand.command, ResultsCommand.command, RetryCommand.command, ShowCommand.command,
        RefreshCommand.command,
      ]
    ),
    (
      "Collect",
      [
        AddCommand.command, RemoveCommand.command, RateCommand.command, WatchedCommand.command,
        UnwatchedCommand.command, ViewingsCommand.command, NoteCommand.command,
        AudienceCommand.command, FromCommand.command, ListCommand.command, FindCommand.command,
        StatsCommand.command, GenresCommand.command, IdentifyCommand.command,
      ]
    ),
    (
      "Take back",
      [
        UndoCommand.command, RedoCommand.command, LogCommand.command, BackupCommand.command,
      ]
    ),
    (
      "Shell",
      [
        HelpCommand.command, DoctorCommand.command, ConfigCommand.command, CatalogCommand.command,
        CacheCommand.command, HistoryCommand.command, SourceCommand.command, TimeCommand.command,
        AboutCommand.command, VersionCommand.command, QuitCommand.command,
      ]
    ),
  ]

  package static let commands = groups.flatMap(\.commands)

  /// The verbs by all their names.
  static let verbs = commands.flatMap { command in
    command.names.map { Completion.Candidate(label: $0, summary: command.summary) }
  }
}
