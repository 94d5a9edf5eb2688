/// The `version` command, which shows the version in one line.
package struct VersionCommand: ShellCommand {
  package static let command = Command(
    VersionCommand.self, "version", "Show the version.",
    examples: """
      version
      version --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(
      .text("filmz \(Filmz.version)", [.init(name: "version", value: .text(Filmz.version))]))
  }
}
