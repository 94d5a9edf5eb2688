/// `config`: the settings.
package enum ConfigCommand {
  package static let command = Command(
    nil, "config", "Look at the settings, and change them.",
    examples: """
      config
      config set page.size 20
      config set omdb.apiKey -
      """,
    members: [
      ConfigListCommand.command, ConfigGetCommand.command, ConfigSetCommand.command,
      ConfigUnsetCommand.command,
      ConfigPathCommand.command,
    ])
}
