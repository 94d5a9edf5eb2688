import FilmzDomain

/// The number that determines a random order or choice.
struct Seed: ArgumentValue {
  static let kind = ValueKind.number

  let value: UInt64

  init?(argument word: Word) {
    guard word.text.utf8.allSatisfy(\.isDigit), let value = UInt64(word.text)
    else { return nil }
    self.value = value
  }
}
