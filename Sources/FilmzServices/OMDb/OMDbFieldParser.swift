import FilmzDomain
import Foundation

/// Parses the field values of OMDb, which are all strings.
enum OMDbFieldParser {
  /// Returns the string unchanged; `nil` if it is empty, `N/A`, or only whitespace.
  static func nonEmpty(_ text: String) -> String? {
    text == "N/A" || text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Returns the first and the last year of `1999`, `2011–2019`, or `2014–`.
  ///
  /// A year that cannot be read is `nil`. If there is only one year, the last year is `nil`.
  static func years(_ text: String?) -> (first: Int?, last: Int?) {
    let parts = (text ?? "").split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
    return (
      parts.first.flatMap { Int(year: $0) },
      parts.count == 2 ? Int(year: parts[1]) : nil
    )
  }

  /// Returns whether the years of a series have no end, such as `2014–`.
  static func isRunning(_ text: String?) -> Bool {
    guard let text, text.hasSuffix("–") || text.hasSuffix("-") else { return false }
    return years(text).first != nil
  }

  /// Returns the minutes of a running time such as `1,440 min`; `nil` if it is malformed or not
  /// between 1 and 100,000.
  static func minutes(_ text: String?) -> Int? {
    guard let text, text.hasSuffix(" min") else { return nil }
    return integer(String(text.dropLast(4))).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// Returns the integer of a string such as `1234` or `1,234`; `nil` for any other string.
  static func integer(_ text: String?) -> Int? {
    text.flatMap { Int($0.filter { $0 != "," }) }
  }

  /// Returns the elements of a list such as `Action, Drama`, without surrounding blanks and without
  /// empty elements; none for `nil`.
  static func list(_ text: String?) -> [String] {
    (text?.components(separatedBy: ", ") ?? []).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the date of a string such as `14 Dec 1974`; `nil` for any other string.
  static func date(_ text: String?) -> PartialDate? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 3, let month = months.firstIndex(of: String(parts[1])),
      let day = Int(parts[0])
    else { return nil }
    return PartialDate(
      "\(parts[2])-\((month + 1).zeroPadded(toLength: 2))-\(day.zeroPadded(toLength: 2))")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
