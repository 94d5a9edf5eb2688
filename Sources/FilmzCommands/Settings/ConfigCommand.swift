package import ArgumentParser

/// `config`: the settings.
package struct ConfigCommand: CommandGroupRoot {
  package static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Look at the settings, and change them.",
    discussion: """
      Examples:
        config
        config set page.size 20
        config set omdb.apiKey -
      """,
    subcommands: [
      ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self,
      ConfigPathCommand.self,
    ])

  package static var standIn: any ShellCommand.Type { ConfigListCommand.self }

  package init() {}
}
