import FilmzDomain
import FilmzViewModels

/// The `db check` command, which looks for damage in the database files.
package struct DatabaseCheckCommand: ShellCommand {
  package static let command = Command(
    DatabaseCheckCommand.self, "db check", "Look for damage in the database files.",
    details: """
      Checks the files themselves, compares your films, lists and other data with what results from the \
      journal of all changes, and checks lists and alternative ids. Nothing is changed. With findings, the \
      command fails.

      The newest backup and the catalog are checked as well, but not their indexes.
      """,
    examples: """
      db check
      db check --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let findings = try await session.viewModels.databases.check()
    guard !findings.isEmpty else {
      return Output(.list(.findings([])), [.notice("The database files are sound.")])
    }
    return Output(
      .list(.findings(findings)), [.notice("Found \(findings.count.counted("problem")).")],
      ending: .foundProblems)
  }
}
