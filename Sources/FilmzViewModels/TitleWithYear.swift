import FilmzDomain

/// A film with the caption that typed titles are compared with.
typealias CaptionedFilm = (id: FilmID, film: Film?, caption: Caption)

/// A typed title; `year` is the year that was typed after it, or `nil` if there is none.
struct TitleWithYear {
  let title: String
  let year: Int?

  /// Returns the text as a title without a year and, if the text ends with a year (`heat 1995` or
  /// `Heat (1995)`), also as a title with that year.
  static func interpretations(of text: String) -> [TitleWithYear] {
    let withoutYear = TitleWithYear(title: text, year: nil)
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last else { return [withoutYear] }
    let digits = last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last
    guard let year = Int(year: digits) else { return [withoutYear] }
    return [withoutYear, TitleWithYear(title: words.dropLast().joined(separator: " "), year: year)]
  }

  /// `true` if the title ends with a year in brackets, such as `Heat (1995)`, which hardly any title does.
  var endsWithYearInBrackets: Bool {
    title.hasSuffix(")") && Self.interpretations(of: title).count > 1
  }

  /// Returns the films whose title has the same folded words, and whose year is this year if there
  /// is one.
  func matching(_ films: [CaptionedFilm]) -> [CaptionedFilm] {
    let key = TextFolding.key(title)
    return films.filter { _, _, caption in
      TextFolding.key(caption.title) == key && (year == nil || caption.year == year)
    }
  }
}
