package import FilmzDomain
import Foundation

/// Finds the letters of titles that match the text of a search, by the rules of the search of a catalog.
package struct TitleHighlighter: Sendable {
  private let words: [[UInt8]]
  /// The words of the text with each compound as one word; equal to ``words`` if there are no compounds.
  private let joinedWords: [[UInt8]]
  /// `true` if the last word may be the beginning of a word of a title.
  private let mayBeIncomplete: Bool
  /// `true` if titles have to begin with the text, because it is short.
  private let isBeginning: Bool
  private let isAnywhere: Bool

  /// Creates a highlighter; if `anywhere` is `true`, the words of the text may also be within words of a title, as in
  /// lists of the collection.
  package init(_ query: SearchQuery, anywhere: Bool = false) {
    let typed = TitleWords(query.plainText)
    words = typed.words
    joinedWords = typed.withJoinedCompounds ?? typed.words
    mayBeIncomplete = !query.isExact
    isBeginning = query.isShort && !anywhere
    isAnywhere = anywhere
  }

  /// Returns the ranges of the letters of a title that match the text, in order, without overlaps.
  ///
  /// `match` is the reason why the film was found; there are no ranges for a film that was found by a person or only by
  /// a filter. A letter includes its accents.
  package func ranges(in title: String, _ match: SearchMatch?) -> [Range<String.Index>] {
    switch match {
    case .person, .filter: return []
    case .title, .alias, .spelling, nil: break
    }
    guard !words.isEmpty else { return [] }
    let letters = TitleLetters(title)
    var matched = Set<Int>()
    if isAnywhere {
      for word in words { matched.formUnion(letters.places(of: word)) }
    } else if isBeginning {
      matched = beginning(of: letters)
    } else {
      for (index, word) in words.enumerated() { matched.formUnion(places(of: word, at: index, of: words, in: letters)) }
      for (index, word) in joinedWords.enumerated() where joinedWords.count < words.count {
        matched.formUnion(places(of: word, at: index, of: joinedWords, in: letters))
      }
      if case .spelling = match { matched.formUnion(correctedPlaces(in: letters)) }
    }
    return letters.ranges(matched)
  }

  /// Returns the letters of the title that a word of the text matches.
  ///
  /// The word may equal a word or a compound of the title, or be another spelling of a number. If it is the last word
  /// of the text, or equals none, it may also be the beginning of a word of the title.
  private func places(of word: [UInt8], at index: Int, of words: [[UInt8]], in letters: TitleLetters) -> Set<Int> {
    let isLast = mayBeIncomplete && index == words.count - 1
    let spellings = NumberWords.spellings(of: word)
    var places = Set<Int>()
    for run in letters.runs(joiningAll: false) {
      let bytes = letters.bytes(run)
      if spellings.contains(bytes) || (isLast && bytes.starts(with: word)) {
        places.formUnion(letters.places(run, length: spellings.contains(bytes) ? bytes.count : word.count))
      }
    }
    if places.isEmpty, mayBeIncomplete, !isLast, word.count > 1 {
      return self.places(of: word, at: words.count - 1, of: words, in: letters)
    }
    return places
  }

  /// Returns the letters at the beginning of the title, with or without its article, that equal the text; none if they
  /// differ.
  private func beginning(of letters: TitleLetters) -> Set<Int> {
    let text = Array(words.joined())
    let starts = [0, TitleWords.beginsWithArticle(letters.words.map { letters.bytes([$0]) }) ? 1 : nil]
    for start in starts.compactMap(\.self) {
      let rest = Array(letters.words.dropFirst(start).prefix(1))
      if letters.bytes(rest).starts(with: text) { return letters.places(rest, length: text.count) }
    }
    return []
  }

  /// Returns the letters of the words of the title that the text misspells, joins, or splits; if there are none, those
  /// of the initials that the text consists of.
  private func correctedPlaces(in letters: TitleLetters) -> Set<Int> {
    var places = Set<Int>()
    var distance = SpellingDistance()
    let runs = letters.runs(joiningAll: true)
    let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
    for run in runs where pairs.contains(letters.bytes(run)) {
      places.formUnion(letters.places(run, length: .max))
    }
    for (index, word) in words.enumerated() where self.places(of: word, at: index, of: words, in: letters).isEmpty {
      let scalars = SpellingReader.scalars(of: word)
      let maximum = max(1, SpellingReader.maximumErrors(length: scalars.count, hasOtherWords: words.count > 1))
      let candidates = runs.map { run in
        (run: run, errors: distance.between(scalars, SpellingReader.scalars(of: letters.bytes(run)), maximum: maximum))
      }
      let fewest = candidates.compactMap(\.errors).min()
      if let best = candidates.first(where: { $0.errors != nil && $0.errors == fewest }) {
        places.formUnion(letters.places(best.run, length: .max))
      }
    }
    guard places.isEmpty, words.count == 1, let initials = words.first else { return places }
    return letters.initials(initials)
  }
}

/// The letters of a title in their folded form, with their places in the title; methods return letters as indices.
private struct TitleLetters {
  /// A letter or digit with its accents, or a symbol that stands for a word.
  private struct Letter {
    let bytes: [UInt8]
    let range: Range<String.Index>
  }

  private var letters: [Letter] = []
  /// The words, as ranges of letters.
  private(set) var words: [Range<Int>] = []
  /// `true` for each word that only punctuation separates from the preceding word, as in `spider-man`.
  private var isJoined: [Bool] = []

  /// Splits a title into words by the rules of ``WordScanner``.
  init(_ title: String) {
    var folding = ScalarFolding()
    var start = 0
    var joinsNext = false
    func endWord(_ words: inout [Range<Int>], _ isJoined: inout [Bool], _ count: Int) {
      guard count > start else { return }
      words.append(start..<count)
      isJoined.append(joinsNext)
      (start, joinsNext) = (count, true)
    }
    for index in title.indices {
      let range = index..<title.index(after: index)
      let folded = Self.folded(title[index], &folding)
      switch folded.kind {
      case .partOfWord: letters.append(Letter(bytes: folded.utf8, range: range))
      case .ideograph:
        endWord(&words, &isJoined, letters.count)
        joinsNext = false
        letters.append(Letter(bytes: folded.utf8, range: range))
        endWord(&words, &isJoined, letters.count)
        joinsNext = false
      case .apostrophe: if letters.count == start + 1 { endWord(&words, &isJoined, letters.count) }
      case .whitespace:
        endWord(&words, &isJoined, letters.count)
        joinsNext = false
      case .separator: endWord(&words, &isJoined, letters.count)
      case .ignored: break
      }
    }
    endWord(&words, &isJoined, letters.count)
  }

  /// Returns the folded form of a character, whose accents are ignored; `&` is the word `and`.
  private static func folded(_ character: Character, _ folding: inout ScalarFolding) -> ScalarFolding.FoldedScalar {
    if character == "&" { return (.ideograph, Array("and".utf8)) }
    if let ascii = character.asciiValue {
      switch ascii {
      case 0x30...0x39, 0x61...0x7A: return (.partOfWord, [ascii])
      case 0x41...0x5A: return (.partOfWord, [ascii | 0x20])
      case 0x27, 0x60: return (.apostrophe, [])
      case 0x09...0x0D, 0x20: return (.whitespace, [])
      default: return (.separator, [])
      }
    }
    var result: ScalarFolding.FoldedScalar = (.ignored, [])
    for scalar in String(character).precomposedStringWithCanonicalMapping.unicodeScalars {
      let folded = folding.folded(scalar)
      if folded.kind != .ignored, result.utf8.isEmpty { result.kind = folded.kind }
      result.utf8 += folded.utf8
    }
    return result
  }

  /// Returns the bytes of some words.
  func bytes(_ words: [Range<Int>]) -> [UInt8] { words.flatMap { letters[$0].flatMap(\.bytes) } }

  /// Returns the words, and the compounds of several words; if `joiningAll` is `true`, also each pair of adjacent
  /// words.
  func runs(joiningAll: Bool) -> [[Range<Int>]] {
    var runs = words.map { [$0] }
    var first = 0
    for index in words.indices.dropFirst() {
      if !isJoined[index] { first = index }
      if index > first { runs.append(Array(words[first...index])) }
      if joiningAll, index != first + 1 || !isJoined[index] { runs.append(Array(words[index - 1...index])) }
    }
    return runs
  }

  /// Returns the letters that contain the first `length` bytes of some words.
  func places(_ words: [Range<Int>], length: Int) -> Set<Int> {
    var places = Set<Int>()
    var rest = length
    for place in words.joined() where rest > 0 {
      places.insert(place)
      rest -= letters[place].bytes.count
    }
    return places
  }

  /// Returns the letters of each occurrence of a word, also within words.
  func places(of word: [UInt8]) -> Set<Int> {
    var places = Set<Int>()
    for range in words {
      for start in range where bytes([start..<range.upperBound]).starts(with: word) {
        places.formUnion(self.places([start..<range.upperBound], length: word.count))
      }
    }
    return places
  }

  /// Returns the first letters of the words, with or without a leading article, if they begin with `text`.
  func initials(_ text: [UInt8]) -> Set<Int> {
    for start in 0...1 where words.count - start >= text.count {
      let first = words.dropFirst(start).prefix(text.count).map(\.lowerBound)
      if first.flatMap({ letters[$0].bytes }) == text { return Set(first) }
    }
    return []
  }

  /// Returns the ranges of letters in the title; adjacent letters form one range.
  func ranges(_ places: Set<Int>) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for place in places.sorted() {
      let range = letters[place].range
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}
