/// Arrays in PostgreSQL's text format.
enum PostgresArray {
  /// Returns an array of texts.
  static func text(_ elements: some Sequence<String>) -> String {
    let quoted = elements.map { element in
      var text = "\""
      // Characters can consist of a quotation mark and a combining mark.
      for scalar in element.unicodeScalars {
        if scalar == "\\" || scalar == "\"" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
      return text + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }
}
