package import ArgumentParser
import Foundation

/// `config path`: where the settings file is.
package struct ConfigPathCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Show where the settings file is.",
    discussion: """
      Examples:
        config path
        config path --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let path = session.settings.path
    return Output(.text(path, [.init(name: "path", value: .text(path))]))
  }
}
