import Foundation

/// The `config path` command, which shows the path of the settings file.
package struct ConfigPathCommand: ShellCommand {
  package static let command = Command(
    ConfigPathCommand.self, "config path", "Show the path of the settings file.",
    examples: """
      config path
      config path --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let path = session.settings.path
    return Output(.text(path, [.init(name: "path", value: .text(path))]))
  }
}
