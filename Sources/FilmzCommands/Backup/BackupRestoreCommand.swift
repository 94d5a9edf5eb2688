package import ArgumentParser
import FilmzDomain
import FilmzViewModels
import Foundation

/// `backup restore`: puts a backup in the collection's place.
package struct BackupRestoreCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring a backup back; what it replaces is backed up first.",
    discussion: """
      Asks first, unless --yes is given. A collection that is damaged is set aside whole.

      Examples:
        backup restore 2026-11-21
        backup restore manual-20261121T140501Z --yes
      """)

  @Argument(help: ArgumentHelp("The backup's name, as `backup ls` has it.", valueName: "backup"))
  var name: Word

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backup = try session.backups.backup(named: name.text)
    let state = try await session.backups.state()
    guard try await session.confirm(Self.question(backup, state), action: "backup restore") else {
      return Output(.changes(BackupRow.self, []), notices: ["Nothing was changed."])
    }
    let restoration = try await session.backups.restore(backup, in: session.context)
    var output = Output(
      .changes(BackupRow.self, [BackupRow(backup: backup)]),
      notices: ["Restored \(backup.name): \(backup.content)"])
    if let replaced = restoration.replaced {
      output.notices.append(
        "What it replaced is kept; `backup restore \(replaced.name)` brings that back.")
    }
    if let file = restoration.setAside {
      output.warnings = ["\(Self.name(state)) is kept as \(file.path(percentEncoded: false))"]
    }
    return output
  }

  private static func question(_ backup: Backup, _ state: CollectionState) -> String {
    let content = "the \(backup.content) of \(backup.name)"
    switch state {
    case .missing: return "Bring back \(content)?"
    case .sound(let films):
      return "Back up the \(films.counted("film")) of now, and put \(content) in their place?"
    case .damaged, .foreign, .newer, .older:
      return "Set \(name(state)) aside, and bring back \(content)?"
    }
  }

  private static func name(_ state: CollectionState) -> String {
    switch state {
    case .newer: "the collection of a newer filmz"
    case .older: "the collection of an older filmz"
    case .foreign: "the file that is no collection"
    default: "the damaged file"
    }
  }
}
