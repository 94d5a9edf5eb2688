import FilmzTerminal

/// Text for `man`, in the macros that groff and mandoc both know.
enum Roff {
  /// Text as it may stand anywhere: nothing in it is a request, an escape or a hyphen.
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

  /// A paragraph, in lines that are not too long; what stands in backquotes is bold.
  static func paragraph(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let isMarked = parts.count > 1 && parts.count % 2 == 1
    let roff =
      isMarked
      ? parts.enumerated().map { $0 % 2 == 1 ? bold($1) : inner($1) }.joined() : inner(text)
    let lines = roff.wrapped(toWidth: 78).map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }
    return lines.joined(separator: "\n")
  }

  /// A line in bold.
  static func bold(_ text: String) -> String { "\\fB\(inner(text))\\fR" }

  /// A heading.
  static func heading(_ text: String) -> String { ".SH \(escaped(text.uppercased()))" }

  private static func inner(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix("\\&") ? String(text.dropFirst(2)) : text
  }

  /// As groff wants it: four digits at least.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
