import FilmzDomain

/// Films as plain text for a message.
///
/// Source: contract, Lists.
package enum SharedText {
  /// The maximum number of films that are named; the others are counted.
  package static let maximumFilmCount = 50

  /// Describes films with a header, an empty line, and a line for each film with its title, year, and the
  /// user's stars.
  ///
  /// - Parameters:
  ///   - items: The films.
  ///   - name: The name of the list that has these films; `nil` if they are not those of a list.
  /// - Returns: The lines.
  package static func text(of items: [FilmItem], listName name: String?) -> String {
    let header = [name, items.count.counted("film")].compactMap(\.self).joined(separator: " · ")
    let films = items.prefix(maximumFilmCount).map { item in
      let caption = item.caption.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "• \(caption)" + (item.entry?.rating.map { " \($0.stars)" } ?? "")
    }
    let rest = items.count - films.count
    let lines = films + (rest > 0 ? ["…and \(rest) more"] : [])
    return ([header] + (lines.isEmpty ? [] : [""]) + lines).joined(separator: "\n")
  }
}
