package import ArgumentParser
import FilmzDomain
import FilmzViewModels
import Foundation

/// `catalog update`: downloads the datasets, and makes the catalog of them.
package struct CatalogUpdateCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Download the datasets that are new, and import them.",
    discussion: """
      Gets titles, ratings and local names from IMDb, about 0.7 GB; with --people crews and casts too, \
      1.5 GB more. Files that did not change are not fetched again, and a download that broke off goes \
      on where it ended.

      Examples:
        catalog update
        catalog update --people --only movies,series
        catalog update --from https://mirror.example.org/imdb/
      """)

  @Option(help: ArgumentHelp("Where the files are, if not at IMDb.", valueName: "url"))
  var from: Word?

  @Flag(help: "Get crews and casts too, for director:, actor: and person:.")
  var people = false

  @OptionGroup var choice: CatalogChoice

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let origin = try Self.origin(from?.text ?? CatalogViewModel.publisher)
    var choice = choice.choice
    choice.includesPeople = people
    let meter = CatalogMeter(progress: session.progress)
    let made = try await session.catalog.update(
      from: origin, choice, offline: session.options.offline
    ) {
      meter.show($0)
    }
    if let made { return .made(made) }
    var output = Output(.text("", CatalogCard(info: try await session.catalog.info()).members))
    output.closing = "The catalog is up to date."
    return output
  }

  /// An address that files can be got from; as a folder, so that names go behind it.
  static func origin(_ text: String) throws(CommandError) -> URL {
    let folder = text.hasSuffix("/") ? text : text + "/"
    guard let url = URL(string: folder), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
    else {
      throw .wrongUsage(
        "--from takes an address of http or https, such as \(CatalogViewModel.publisher)",
        verb: "catalog update")
    }
    return url
  }
}
