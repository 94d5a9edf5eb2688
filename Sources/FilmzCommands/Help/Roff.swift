import FilmzDomain
import FilmzTerminal

/// Formats text for `man`, with macros that both groff and mandoc support.
enum Roff {
  /// Returns roff source in ASCII that is shown as the given text.
  ///
  /// Characters that roff would interpret or replace, such as backslashes, hyphens and quotation
  /// marks, and a `.` at the beginning, are escaped.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hexadecimal(scalar))]"
      }
    }
    return result.first == "." ? "\\&" + result : result
  }

  /// Returns a paragraph, wrapped to 78 columns, with text between backquotes in bold.
  static func paragraph(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let hasBackquotes = parts.count > 1 && parts.count % 2 == 1
    let roff =
      hasBackquotes
      ? parts.enumerated().map { $0 % 2 == 1 ? bold($1) : escapedInLine($1) }.joined()
      : escapedInLine(text)
    let lines = roff.wrapped(toWidth: 78).map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }
    return lines.joined(separator: "\n")
  }

  /// Returns a text in bold.
  static func bold(_ text: String) -> String { "\\fB\(escapedInLine(text))\\fR" }

  /// Returns a section heading.
  static func heading(_ text: String) -> String { ".SH \(escaped(text.uppercased()))" }

  /// Returns a text escaped for the middle of a line, where a `.` does not begin a request.
  private static func escapedInLine(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix("\\&") ? String(text.dropFirst(2)) : text
  }

  /// Returns a code point with at least four hexadecimal digits, as groff requires.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    scalar.value.zeroPadded(toLength: 4, radix: 16, uppercase: true)
  }
}
