import FilmzDomain
import FilmzFiles
import FilmzPages
import FilmzStore
import Foundation
import Glibc

/// The folder of a published list, with an HTML page and a data file that everyone may read.
struct PublicationFolder {
  let path: String

  init(_ folder: String, id: String) { path = "\(folder)/\(id)" }

  var page: String { "\(path)/index.html" }
  var data: String { "\(path)/list.json" }

  /// Writes both files, and creates the folder if it does not exist; files that filmz has not written are not replaced.
  ///
  /// - Throws: A ``PublicationError``.
  func write(_ list: PublishedList, _ page: Page) throws(PublicationError) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .notWritten(path: path, reason: String.systemError) }
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw .foreignFile(path: path) }
    guard isAbsent(self.page) || Page.isReplaceable(URL(filePath: self.page), by: .list) else {
      throw .foreignFile(path: self.page)
    }
    guard isAbsent(data) || hasList else { throw .foreignFile(path: data) }
    try replace(data, with: list.json)
    try replace(self.page, with: page.document)
  }

  private func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 && errno == ENOENT
  }

  /// `true` if the data file is empty, or begins as one that filmz writes.
  private var hasList: Bool {
    var status = stat()
    guard lstat(data, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let handle = FileHandle(forReadingAtPath: data)
    else { return false }
    defer { try? handle.close() }
    guard let start = try? handle.read(upToCount: PublishedList.filePrefix.utf8.count) ?? Data() else { return false }
    return start.isEmpty || start.elementsEqual(PublishedList.filePrefix.utf8)
  }

  private func replace(_ path: String, with text: String) throws(PublicationError) {
    do throws(FileError) {
      try PrivateFile.replace(URL(filePath: path), with: Data(text.utf8), permissions: 0o644)
    } catch {
      throw .notWritten(path: path, reason: error.reason)
    }
  }
}

extension PublishedList {
  /// Creates the data of a publication from a list and its films.
  ///
  /// - Throws: A ``PublicationError`` if the list is too large to be published.
  init(_ list: FilmList, _ items: [FilmItem], _ publication: Publication, owner: String) throws(PublicationError) {
    guard items.count <= Self.maximumFilmCount else { throw .tooManyFilms(list: list.name, count: items.count) }
    let length = list.description?.count ?? 0
    guard length <= Self.maximumDescriptionLength else { throw .descriptionTooLong(list: list.name, count: length) }
    self.init(
      id: publication.id, name: list.name, description: list.description, owner: owner,
      publishedAt: publication.publishedAt,
      films: items.map { item in
        Film(
          id: item.id, title: item.name, year: item.year, type: item.type,
          poster: PageFilm(item, publication).securePoster, rating: publication.hasRatings ? item.entry?.rating : nil)
      })
  }

  /// Returns a text that changes whenever the publication has to be written again: the data without its date, and whether
  /// the page has posters.
  func comparableText(_ publication: Publication) -> String {
    let list = PublishedList(
      id: id, name: name, description: description, owner: owner, publishedAt: .distantPast, films: films)
    return "\(publication.hasPosters) \(list.json)"
  }
}

extension PageFilm {
  /// Creates a film of the page of a published list.
  fileprivate init(_ item: FilmItem, _ publication: Publication) {
    self.init(ids: [item.id] + (item.film?.otherIDs ?? []), title: item.name)
    year = item.year
    endYear = item.film?.endYear
    type = item.type
    runtimeMinutes = item.film?.runtimeMinutes
    genres = item.film?.genres ?? []
    imdbRating = item.film?.imdbRating
    rating = publication.hasRatings ? item.entry?.rating : nil
    poster = item.film?.poster
  }
}

extension Page {
  /// Creates the page of a published list.
  init(_ list: PublishedList, _ items: [FilmItem], _ publication: Publication) {
    self.init(.list, title: list.name, madeAt: list.publishedAt)
    description = list.description
    byline = "A list by \(list.owner) · \(list.films.count.counted("film"))"
    hasPosters = publication.hasPosters
    sections = [Section(list.name, items.map { PageFilm($0, publication) }, isNumbered: true)]
  }
}
