import FilmzDomain
import Foundation

/// Values in OMDb's spellings.
enum OMDbText {
  /// A text that says something: not blank, and not `N/A`.
  static func present(_ text: String) -> String? {
    text == "N/A" || text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// First and last year of `1999`, `2011–2019` or `2014–`.
  static func years(_ text: String?) -> (first: Int?, last: Int?) {
    let parts = (text ?? "").split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
    return (
      parts.first.flatMap { Int(year: $0) },
      parts.count == 2 ? Int(year: parts[1]) : nil
    )
  }

  /// The minutes of `1,440 min`.
  static func minutes(_ text: String?) -> Int? {
    guard let text, text.hasSuffix(" min") else { return nil }
    return integer(String(text.dropLast(4))).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// A whole number with commas between its thousands, or without.
  static func integer(_ text: String?) -> Int? {
    text.flatMap { Int($0.filter { $0 != "," }) }
  }

  /// The parts of `Action, Drama`.
  static func list(_ text: String?) -> [String] {
    text?.components(separatedBy: ", ") ?? []
  }

  /// The day of `14 Dec 1974`.
  static func date(_ text: String?) -> PartialDate? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 3, let month = months.firstIndex(of: String(parts[1])),
      let day = Int(parts[0])
    else { return nil }
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return PartialDate("\(parts[2])-\(twoDigits(month + 1))-\(twoDigits(day))")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
