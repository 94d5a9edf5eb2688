package import ArgumentParser

/// A word of a command line, and whether it stood in quotes.
///
/// ArgumentParser sees words as plain texts, and takes those with a dash for options. A quoted word is
/// never an option, so it is handed over behind a mark: a control character that nobody types.
package struct Word: Sendable, Hashable, ExpressibleByArgument {
  package let text: String
  package let isQuoted: Bool

  private static let mark: Character = "\u{1}"

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }

  package init(argument: String) {
    isQuoted = argument.first == Self.mark
    text = isQuoted ? String(argument.dropFirst()) : argument
  }

  /// Whether ArgumentParser could take it for an option.
  var mayBeOption: Bool { !isQuoted && text.hasPrefix("-") }

  /// The word as ArgumentParser is given it.
  ///
  /// Negative numbers are marked as well: no option begins with a digit.
  package var argument: String {
    isQuoted || isNegativeNumber ? String(Self.mark) + text : text
  }

  /// The word as it could be typed again.
  package var typed: String {
    guard isQuoted || !isPlain else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return "\"" + String(escaped) + "\""
  }

  /// Whether the text is one word without quotes, and means nothing else there.
  private var isPlain: Bool {
    guard let first = text.unicodeScalars.first, first != "'" else { return false }
    return Redirection.Sign(rawValue: text) == nil
      && text.unicodeScalars.allSatisfy {
        !$0.properties.isWhitespace && $0 != "\"" && $0 != ";"
      }
  }

  package static func unmarked(_ text: String) -> String {
    text.replacing(String(mark), with: "")
  }

  private var isNegativeNumber: Bool {
    text.first == "-" && text.dropFirst().first.map { $0.isASCII && $0.isNumber } == true
  }
}

/// One of a few words, which may stand in quotes like any other.
package protocol NamedChoice: ExpressibleByArgument, RawRepresentable, CaseIterable
where RawValue == String {}

extension NamedChoice {
  package init?(argument: String) { self.init(rawValue: Word(argument: argument).text) }
}
