import FilmzDomain

/// A count of rows, steps or days, or the number of a page, from 1 to 1,000,000,000.
struct PositiveInt: ArgumentValue {
  static let kind = ValueKind.number

  let value: Int

  init(_ value: Int) { self.value = value }

  init?(argument word: Word) {
    guard word.text.utf8.allSatisfy(\.isDigit), let value = Int(word.text),
      (1...1_000_000_000).contains(value)
    else { return nil }
    self.value = value
  }
}
