import Foundation

/// `config path`: where the settings file is.
package struct ConfigPathCommand: ShellCommand {
  package static let command = Command(
    ConfigPathCommand.self, "config path", "Show where the settings file is.",
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
