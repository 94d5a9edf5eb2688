import Foundation

/// Makes names of files from names of lists.
///
/// A name consists of letters, digits and `-`, and has at most 60 Unicode scalars and 180 bytes in UTF-8: file systems
/// accept names of at most 255 bytes. No two names differ only in case.
struct ListFileNames {
  private static let maximumLength = 60
  private static let maximumByteCount = 180

  /// The position of the word `watchlist` in a file name by which importers recognize a watchlist.
  enum WatchlistPlace {
    case nowhere
    case atStart
    case anywhere
  }

  private let watchlistPlace: WatchlistPlace
  private var usedNames: Set<String> = []

  /// Creates an empty set of names; in a name that importers would take for the watchlist, a hyphen divides the word.
  init(dividingWatchlist place: WatchlistPlace = .nowhere) { watchlistPlace = place }

  /// Returns the name of each of `count` files for a list, without extension.
  mutating func names(for list: String, count: Int = 1) -> [String] {
    let base = base(list)
    var number = 1
    while true {
      let name = number == 1 ? base : numbered(base, number)
      let names = count == 1 ? [name] : (1...count).map { numbered(name, $0) }
      let keys = names.map { $0.lowercased() }
      if usedNames.isDisjoint(with: keys), Set(keys).count == count {
        usedNames.formUnion(keys)
        return names
      }
      number += 1
    }
  }

  private func base(_ list: String) -> String {
    var name = ""
    for scalar in list.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.isPartOfFileName {
        name.unicodeScalars.append(scalar)
      } else if name.last != "-" {
        name += "-"
      }
    }
    name = shortened(dividingWatchlist(name.trimmingHyphens), by: 0).trimmingHyphens
    return name.isEmpty ? "list" : name
  }

  private func dividingWatchlist(_ name: String) -> String {
    guard watchlistPlace != .nowhere else { return name }
    var name = name
    let options: String.CompareOptions = watchlistPlace == .atStart ? .anchored : []
    while let range = name.range(of: "watchlist", options: options.union(.caseInsensitive)) {
      name.insert("-", at: name.index(range.lowerBound, offsetBy: "watch".count))
    }
    return name
  }

  private func numbered(_ name: String, _ number: Int) -> String {
    let suffix = "-\(number)"
    return shortened(name, by: suffix.utf8.count) + suffix
  }

  /// Returns the beginning of a name that is short enough to append a suffix of ASCII characters.
  private func shortened(_ name: String, by suffixLength: Int) -> String {
    var scalars = Array(name.unicodeScalars.prefix(Self.maximumLength - suffixLength))
    var byteCount = scalars.reduce(0) { $0 + UTF8.width($1) }
    while byteCount > Self.maximumByteCount - suffixLength, let last = scalars.popLast() {
      byteCount -= UTF8.width(last)
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension String { fileprivate var trimmingHyphens: String { trimmingCharacters(in: CharacterSet(charactersIn: "-")) } }

extension Unicode.Scalar {
  /// `true` for letters with their marks, digits, and `-`.
  fileprivate var isPartOfFileName: Bool {
    if isASCII { return self == "-" || ("0"..."9" ~= self) || properties.isAlphabetic }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }
}
