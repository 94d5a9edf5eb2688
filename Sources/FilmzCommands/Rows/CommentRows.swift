import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Rows {
  /// Returns rows of comments.
  ///
  /// `now` is the time for their ages; `namesFilms` is `true` if tables name the films.
  static func comments(
    _ comments: [ListedComment], now: Date, namesFilms: Bool = false
  ) -> Rows {
    Rows(comments, fields(now: now, namesFilms: namesFilms), noun: "comment")
  }

  /// Returns the members of a comment's JSON object.
  static func members(of comment: ListedComment) -> [JSONValue.Member] {
    fields(now: .distantPast, namesFilms: false).members(of: comment)
  }

  private static func fields(now: Date, namesFilms: Bool) -> [Field<ListedComment>] {
    [
      Field("number", Column("#", alignment: .trailing, hidesWhenEmpty: true), .dim) {
        .optional($0.number)
      },
      Field("id") { .text($0.comment.id.uuidString) },
      Field("film") { .text($0.film.id.rawValue) },
      Field(Column("Film", isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)) {
        Cell(namesFilms ? $0.film.caption : "")
      },
      Field("name", Column("Who")) { .text($0.comment.name) },
      Field(
        "time", Column("When"), value: { .optional($0.comment.knownTime) },
        cell: { Cell($0.comment.age(at: now), .dim) }),
      Field("text", Column("Text", isFlexible: true, minimumWidth: 20)) { .text($0.comment.text) },
      Field("mine") { .bool($0.comment.isMine) },
    ]
  }
}

extension Output.Content {
  /// The number of lines after which long comments are cut.
  private static let maximumLines = 20

  /// Returns comments as texts under headings.
  ///
  /// `now` is the time for their ages; `namesFilms` is `true` if the headings name the films, `isFull` if long comments
  /// are not cut.
  static func comments(
    _ comments: [ListedComment], now: Date, namesFilms: Bool, isFull: Bool
  ) -> Self {
    let fold = TextBlock.Fold(maximumLines: maximumLines, hint: "--full shows them")
    let blocks = comments.map { comment in
      TextBlock(
        label: comment.number.map(String.init) ?? "",
        heading: [
          Cell(namesFilms ? comment.film.caption : "", .bold), Cell(comment.comment.name, .cyan),
          Cell(comment.comment.age(at: now), .dim),
          Cell(comment.comment.isMine ? "id \(comment.comment.shortID)" : "", .dim),
        ],
        text: comment.comment.text, fold: isFull ? nil : fold)
    }
    return .texts(.comments(comments, now: now, namesFilms: namesFilms), blocks)
  }
}
