/// The `config` command, which groups the commands for settings.
package enum ConfigCommand {
  package static let command = Command(
    nil, "config", "Show and change settings.",
    examples: """
      config
      config set page.size 20
      config set omdb.apiKey -
      """,
    subcommands: [
      ConfigListCommand.command, ConfigGetCommand.command, ConfigSetCommand.command,
      ConfigUnsetCommand.command,
      ConfigPathCommand.command,
    ])
}
