package import ArgumentParser

/// `version`: the version in one line.
package struct VersionCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version.",
    discussion: """
      Examples:
        version
        version --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    Output(
      .text("filmz \(Filmz.version)", [.init(name: "version", value: .text(Filmz.version))]))
  }
}
