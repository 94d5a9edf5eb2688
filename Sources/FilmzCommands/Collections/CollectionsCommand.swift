/// The `collections` command, which groups the commands for smart collections.
package enum CollectionsCommand {
  package static let command = Command(
    nil, "collections", "List, save, or remove smart collections.",
    details: """
      A smart collection stands for all films that match its filters. The built-in ones are @favorites (rated 8 \
      or more), @wanted, @seen, @movies, @series, @recent (added in the last 30 days), @unrated (seen, not \
      rated), @rewatched (seen twice or more), @genre:Horror, @platform:netflix, @decade:1990s and \
      @person:toshiro-mifune; except @wanted and @recent, they have only films that you have seen.

      `ls`, `find` and `rate` accept a collection together with filters, and commands for films accept it in \
      place of a title: `ls @favorites genre:Drama`, `note @unrated "rate this"`. Before more than 20 films are \
      changed, you are asked. Case, accents and dashes make no difference.
      """,
    examples: """
      collections
      collections --all
      collections save rainy --unwatched --genre Comedy --year 1990-2010
      collections rm rainy
      """,
    subcommands: [
      CollectionsListCommand.command, CollectionsSaveCommand.command,
      CollectionsRemoveCommand.command,
    ])
}
