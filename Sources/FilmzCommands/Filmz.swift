package import ArgumentParser

/// The root of the tree of commands.
///
/// The whole tree is walked for `help` and for completion scripts only; a command line is parsed by
/// the leaf that its verb names.
package struct Filmz: ParsableCommand {
  package static let version = "0.1.0"

  package static let configuration = CommandConfiguration(
    commandName: "filmz",
    abstract: "A shell for exploring films and keeping your own collection.",
    usage: """
      filmz                          the shell
      filmz [options] VERB …         one command
      filmz [options] -f FILE        a script; so is what comes in by a pipe
      filmz [options] -c 'LINE; LINE'  a script that stands in the call
      """,
    version: "filmz \(version)",
    groupedSubcommands: groups.map {
      ArgumentParser.CommandGroup(name: $0.name, subcommands: $0.commands)
    })

  /// The commands in the groups that `help` shows.
  package static var groups: [(name: String, commands: [any ParsableCommand.Type])] {
    [
      (
        "Find",
        [
          SearchCommand.self, NextCommand.self, PreviousCommand.self, FirstCommand.self,
          PageCommand.self, ResultsCommand.self, RetryCommand.self, ShowCommand.self,
          RefreshCommand.self,
        ]
      ),
      (
        "Collect",
        [
          AddCommand.self, RemoveCommand.self, RateCommand.self, WatchedCommand.self,
          UnwatchedCommand.self, ViewingsCommand.self, NoteCommand.self, AudienceCommand.self,
          FromCommand.self, ListCommand.self, FindCommand.self, StatsCommand.self,
          GenresCommand.self, IdentifyCommand.self,
        ]
      ),
      (
        "Take back",
        [
          UndoCommand.self, RedoCommand.self, LogCommand.self, BackupCommand.self,
        ]
      ),
      (
        "Shell",
        [
          HelpCommand.self, DoctorCommand.self, ConfigCommand.self, CatalogCommand.self,
          CacheCommand.self, HistoryCommand.self, SourceCommand.self, TimeCommand.self,
          AboutCommand.self,
          VersionCommand.self, QuitCommand.self,
        ]
      ),
    ]
  }

  static var allCommands: [any ParsableCommand.Type] { groups.flatMap(\.commands) }

  @OptionGroup package var launch: LaunchOptions
  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}
}
