import FilmzDomain
import FilmzViewModels
import Foundation

/// `backup restore`: puts a backup in the collection's place.
package struct BackupRestoreCommand: ShellCommand {
  package static let command = Command(
    BackupRestoreCommand.self, "backup restore",
    "Bring a backup back; what it replaces is backed up first.",
    details: """
      Asks first, unless --yes is given. A collection that is damaged is set aside whole.
      """,
    examples: """
      backup restore 2026-11-21
      backup restore manual-20261121T140501Z --yes
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.name, as: "backup", kind: .backup, "The backup's name, as `backup ls` has it.")
  ]

  var name: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backup = try session.models.backups.backup(named: name.text)
    let state = try await session.models.backups.state()
    guard try await session.confirm(Self.question(backup, state), action: "backup restore") else {
      return Output(.changes(.backups([])), [.notice("Nothing was changed.")])
    }
    let restoration = try await session.models.backups.restore(backup, in: session.context)
    var output = Output(
      .changes(.backups([backup])), [.notice("Restored \(backup.name): \(backup.content)")])
    if let replaced = restoration.replaced {
      output.messages.append(
        .notice("What it replaced is kept; `backup restore \(replaced.name)` brings that back."))
    }
    if let file = restoration.setAside {
      output.messages.append(
        .warning("\(Self.name(state)) is kept as \(file.path(percentEncoded: false))"))
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
