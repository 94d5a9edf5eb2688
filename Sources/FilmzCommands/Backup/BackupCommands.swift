import FilmzDomain
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Command {
  /// The `backup` command, which groups the commands for backups of the collection.
  static let backup = Command(
    "backup", "List, make and restore backups of the collection.",
    details: """
      A backup is made automatically before the first change of each day, and the newest seven are \
      kept. Backups made with `backup now` are kept until you delete their files.
      """, examples: ["backup ls", "backup now", "backup restore 2026-11-21"],
    subcommands: [.backupList, .backupNow, BackupRestoreCommand.command])

  /// The `backup ls` command, which lists the backups of the collection.
  static let backupList = Command(
    "backup ls", "List the backups, newest first.", examples: ["backup ls", "backup ls --format json"]
  ) { session in
    let backups = try session.viewModels.database.backups.list()
    let notice = backups.isEmpty ? "There are no backups yet; `backup now` makes one." : backups.count.counted("backup")
    return Output(.list(.backups(backups)), notice: notice)
  }

  /// The `backup now` command, which makes a backup of the collection.
  static let backupNow = Command(
    "backup now", "Make a backup, which is kept until you delete its file.",
    examples: ["backup now", "backup now --format json"]
  ) { session in
    let backup = try await session.viewModels.database.backUp(at: session.context.now)
    let size = ByteCount.text(backup.bytes)
    return Output(.changes(.backups([backup])), notice: "Made the backup \(backup.name): \(backup.content), \(size)")
  }
}

/// The `backup restore` command, which replaces the collection with a backup.
struct BackupRestoreCommand: ShellCommand {
  static let command = Command(
    of: BackupRestoreCommand.self, "backup restore", "Restore a backup after backing up the current collection.",
    details: """
      Asks for confirmation unless --yes is given. A collection file that cannot be used, such as a \
      damaged one, is kept under another name instead. While `sync` is set up, the difference to the \
      backup is written as one step, which also reaches the other machines.
      """, examples: ["backup restore 2026-11-21", "backup restore manual-20261121T140501Z --yes"])

  static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "backup", kind: .backup, "The backup's name, as listed by `backup ls`.")
  ]

  var name: Word = Word("")

  func run(in session: Session) async throws -> Output {
    let backup = try session.viewModels.database.backups.backup(named: name.text)
    let state = try await session.viewModels.database.state()
    guard try await session.confirm(Self.question(backup, state), action: "backup restore") else {
      return Output(.changes(.backups([])), notice: "Nothing was changed.")
    }
    let restoration = try await session.viewModels.databases.restore(backup, in: session.context)
    var output = Output(.changes(.backups([backup])), notice: "Restored \(backup.name): \(backup.content)")
    if !restoration.invalidValues.isEmpty { output.messages.append(.warning(Self.warning(restoration))) }
    if let replaced = restoration.replaced {
      output.messages.append(.notice("The replaced collection is kept; `backup restore \(replaced.name)` restores it."))
    }
    if let file = restoration.setAside {
      output.messages.append(.warning("\(Self.name(state)) is kept as \(file.path(percentEncoded: false))"))
    }
    return output
  }

  /// Returns the warning about values that could not be restored unchanged.
  private static func warning(_ restoration: Restoration) -> String {
    let values = restoration.invalidValues
    let (present, past) = values.count == 1 ? ("is", "was") : ("are", "were")
    let kinds = Set(values).sorted().joined(separator: ", ")
    return "\(values.count.counted("value")) of \(restoration.backup.name) \(present) not valid (\(kinds)),"
      + " and \(past) left out or replaced; the backup is as it was"
  }

  private static func question(_ backup: Backup, _ state: CollectionState) -> String {
    let content = "the \(backup.content) of \(backup.name)"
    switch state {
    case .missing: return "Restore \(content)?"
    case .sound(let films): return "Back up the current \(films.counted("film")), and restore \(content)?"
    case .damaged, .foreign, .newer, .older: return "Set \(name(state)) aside, and restore \(content)?"
    }
  }

  /// Returns a phrase for a collection file that cannot be used, such as `the damaged file`.
  private static func name(_ state: CollectionState) -> String {
    switch state {
    case .newer: "the collection of a newer filmz"
    case .older: "the collection of an older filmz"
    case .foreign: "the file that is not a collection"
    default: "the damaged file"
    }
  }
}

extension Backup {
  /// The number of films, such as `3 films`; `films` if the backup cannot be read.
  var content: String { films.map { $0.counted("film") } ?? "films" }
}

extension Rows {
  /// Returns rows of backups of the collection.
  static func backups(_ backups: [Backup]) -> Rows { Rows(backups, backupFields) }

  private static let backupFields: [Field<Backup>] = [
    Field("name", Column("Name", isFlexible: true, minimumWidth: 26)) { .text($0.name) },
    Field(
      "time", Column("Made", dropPriority: 2), value: { .optional($0.time) },
      cell: { Cell($0.time.dateAndTimeText, .dim) }),
    Field(
      "bytes", Column("Size", alignment: .trailing, dropPriority: 3),
      value: { .integer($0.bytes) }, cell: { Cell(ByteCount.text($0.bytes), .dim) }),
    Field(
      "films", Column("Films", alignment: .trailing), value: { .optional($0.films) },
      cell: { Cell($0.films.map(String.init) ?? "unreadable", $0.films == nil ? .red : .plain) }),
  ]
}
