/// Compares names of titles with the words of a query.
struct NameMatcher {
  /// The maximum length of names that are compared without splitting them into words.
  ///
  /// Longer names may have words that are truncated in the index.
  private static let maximumPlainLength = 60

  private let words: TitleWords
  /// The words without a leading article, joined by spaces, in each of their forms.
  private let keys: [[UInt8]]

  init(_ words: TitleWords) {
    self.words = words
    keys = words.formsWithoutArticle.map { Array($0.joined(separator: [0x20])) }
  }

  /// Returns how a title or an original title in UTF-8 equals the words; `name` returns it as a string.
  func exactness(_ bytes: UnsafeRawBufferPointer, name: () -> String) -> TitleRanking.Exactness {
    if let isEqual = equalsPlain(bytes) { return isEqual ? .main : .none }
    let name = name()
    if words.equals(name: name) { return .main }
    return name.partBeforeSubtitle.map { words.equals(name: $0) } == true ? .beforeSubtitle : .none
  }

  /// Returns whether a name equals the words, or `nil` if it contains other characters than ASCII letters
  /// and digits with single spaces between them.
  ///
  /// It is the same as ``TitleWords/equals(name:)``, and much faster.
  private func equalsPlain(_ name: UnsafeRawBufferPointer) -> Bool? {
    guard !name.isEmpty, name.count <= Self.maximumPlainLength else { return nil }
    var previous: UInt8 = 0x20
    var firstSpace: Int?
    for index in name.indices {
      let byte = name[index]
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
      case 0x20 where previous != 0x20: firstSpace = firstSpace ?? index
      default: return nil
      }
      previous = byte
    }
    guard previous != 0x20 else { return nil }
    let beginsWithArticle = firstSpace.map {
      Articles.contains(name[..<$0].map(Self.lowercased)[...])
    }
    let start = beginsWithArticle == true ? (firstSpace ?? 0) + 1 : 0
    return keys.contains { key in
      key.count == name.count - start
        && key.indices.allSatisfy { key[$0] == Self.lowercased(name[start + $0]) }
    }
  }

  /// Returns a letter in lowercase, and digits and spaces unchanged.
  private static func lowercased(_ byte: UInt8) -> UInt8 { byte >= 0x41 ? byte | 0x20 : byte }
}

extension String {
  /// The part before a subtitle, or `nil` if there is no subtitle.
  fileprivate var partBeforeSubtitle: String? {
    guard let end = firstRange(of: ": ") ?? firstRange(of: " - ") else { return nil }
    return String(self[..<end.lowerBound])
  }
}
