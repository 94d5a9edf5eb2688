import FilmzDomain

/// A title with the year that stood behind it.
struct TitleWithYear {
  let title: String
  let year: Int?

  /// A text as a title, and then with its last word read as a year: `heat 1995`, `Heat (1995)`.
  static func interpretations(of text: String) -> [TitleWithYear] {
    let whole = TitleWithYear(title: text, year: nil)
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last else { return [whole] }
    let digits = last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last
    guard let year = Int(year: digits) else { return [whole] }
    return [whole, TitleWithYear(title: words.dropLast().joined(separator: " "), year: year)]
  }

  /// Those films that bear the title, and the year where one is given.
  func matching(_ films: [(id: FilmID, film: Film?, caption: Caption)])
    -> [(id: FilmID, film: Film?, caption: Caption)]
  {
    let key = TextFolding.key(title)
    return films.filter { _, _, caption in
      TextFolding.key(caption.title) == key && (year == nil || caption.year == year)
    }
  }
}
