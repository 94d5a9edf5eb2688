/// Texts in one field of a table, separated by a comma and a space.
///
/// Commas and backslashes within a text have a backslash before them, so that all texts can be read back.
enum TextList {
  static func joined(_ texts: [String]) -> String {
    texts.map(escaped).joined(separator: ", ")
  }

  /// Returns the texts in a field without surrounding white space, and without blank ones.
  ///
  /// A backslash before any other character belongs to the text.
  static func texts(in field: String) -> [String] {
    var texts: [String] = []
    var text = String.UnicodeScalarView()
    var isAfterBackslash = false
    for scalar in field.unicodeScalars {
      if isAfterBackslash {
        if scalar != "," && scalar != "\\" { text.append("\\") }
        text.append(scalar)
        isAfterBackslash = false
      } else if scalar == "\\" {
        isAfterBackslash = true
      } else if scalar == "," {
        texts.append(trimmed(text))
        text.removeAll()
      } else {
        text.append(scalar)
      }
    }
    if isAfterBackslash { text.append("\\") }
    texts.append(trimmed(text))
    return texts.filter { !$0.isEmpty }
  }

  /// Removes white space, but not a combining mark behind it, which belongs to the text.
  private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
    var scalars = scalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
    return String(scalars)
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\\") }) else {
      return text
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "," || scalar == "\\" { scalars.append("\\") }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
