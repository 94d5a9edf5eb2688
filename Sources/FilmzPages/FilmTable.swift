import FilmzDomain

/// The table of the films of a section.
struct FilmTable {
  let section: Page.Section
  let hasPosters: Bool

  private struct Column {
    let name: String
    /// 0 for a column that all screens show, 1 if narrow screens hide it, 2 if screens of medium width hide it too.
    let priority: Int
    /// `true` if the first click on the heading sorts from the highest value to the lowest.
    let isDescending: Bool
    /// `true` if the values are numbers, which are aligned at the end.
    let isNumber: Bool
    /// Returns the content of a film's cell, and the key by which rows are sorted; `nil` if the film has no value.
    ///
    /// The key is `nil` if rows are sorted by the content.
    let cell: (PageFilm) -> (content: HTML, key: String?)?
  }

  var html: HTML {
    let columns = columns
    return """
      <table>
      <thead><tr>\(placeCell("#", isHeading: true))\(columns.map(heading))</tr></thead>
      <tbody>
      \(section.films.enumerated().map { row($1, place: $0 + 1, columns) })</tbody>
      </table>

      """
  }

  private func heading(_ column: Column) -> HTML {
    let order: HTML? = column.isDescending ? " data-order=\"descending\"" : nil
    return "<th scope=\"col\"\(className(column))\(order)>\(column.name)</th>"
  }

  private func row(_ film: PageFilm, place: Int, _ columns: [Column]) -> HTML {
    let cells = columns.map { column -> HTML in
      guard let (content, key) = column.cell(film) else { return "<td\(className(column))></td>" }
      let sortKey: HTML? = key.map { " data-key=\"\($0)\"" }
      // The title is the heading of its row.
      return column.name == "Title"
        ? "<th scope=\"row\"\(sortKey)>\(content)</th>" : "<td\(className(column))\(sortKey)>\(content)</td>"
    }
    return "<tr>\(placeCell(String(place), isHeading: false))\(cells)</tr>\n"
  }

  /// Returns a cell of the column of places; `nil` if the section is not numbered.
  private func placeCell(_ text: String, isHeading: Bool) -> HTML? {
    guard section.isNumbered else { return nil }
    return isHeading ? "<th scope=\"col\" class=\"number\">\(text)</th>" : "<td class=\"number\">\(text)</td>"
  }

  private func className(_ column: Column) -> HTML? {
    let names = [column.isNumber ? "number" : nil, column.priority > 0 ? "p\(column.priority)" : nil].compactMap(\.self)
    return names.isEmpty ? nil : " class=\"\(names.joined(separator: " "))\""
  }

  // MARK: - Columns

  /// The columns for which at least one film has a value.
  private var columns: [Column] {
    let columns = [
      Column(name: "Title", priority: 0, isDescending: false, isNumber: false, cell: title),
      Column(name: "Year", priority: 0, isDescending: true, isNumber: true) { film in
        film.year.map { ("\(film.years)", String($0)) }
      },
      Column(name: "Runtime", priority: 1, isDescending: true, isNumber: true) { film in
        film.runtimeMinutes.map { ("\($0) min", String($0)) }
      },
      Column(name: "Genres", priority: 2, isDescending: false, isNumber: false) { film in
        film.genres.isEmpty ? nil : ("\(film.genres.joined(separator: ", "))", nil)
      },
      Column(name: "IMDb", priority: 1, isDescending: true, isNumber: true) { film in
        film.imdbRating.map { ("\($0.tenths.tenthsText)", nil) }
      },
      Column(name: "Rating", priority: 0, isDescending: true, isNumber: true) { film in
        film.rating.map { ("<b>\($0.text)</b>", nil) }
      },
      Column(name: "Watched", priority: 1, isDescending: true, isNumber: true) { film in
        film.watchedOn.map { ("\($0.text)", nil) }
      },
    ]
    return columns.filter { column in column.name == "Title" || section.films.contains { column.cell($0) != nil } }
  }

  private func title(_ film: PageFilm) -> (content: HTML, key: String?)? {
    let text: HTML = "<bdi>\(film.title)</bdi>"
    let linked: HTML = film.address.map { "<a href=\"\($0)\" rel=\"noopener noreferrer\">\(text)</a>" } ?? text
    let type: HTML? = film.type.flatMap { $0 == .movie ? nil : " <span class=\"type\">\($0.label)</span>" }
    return ("\(poster(film))\(linked)\(type)", film.title)
  }

  private func poster(_ film: PageFilm) -> HTML? {
    guard hasPosters, let address = film.securePoster else { return nil }
    return """
      <img src="\(address)" alt="" width="46" height="69" loading="lazy" decoding="async" \
      referrerpolicy="no-referrer">
      """
  }
}

extension PageFilm {
  /// The year, or the years of a series.
  fileprivate var years: String {
    guard let year else { return "" }
    guard let endYear, endYear != year else { return String(year) }
    return "\(year)–\(endYear)"
  }
}
