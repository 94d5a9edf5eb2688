extension CompletionTable {
  /// The table as a function of bash and zsh, which prints the candidates of a place, one a line.
  var shellFunction: String {
    let cases = entries.map { entry in
      let patterns = entry.places.map(Self.pattern)
      return "    \(patterns.joined(separator: " | ")))\n      printf '%s\\t%s\\n'"
        + Self.lines(entry) + " ;;"
    }
    return "_filmz_table() {\n  case $1 in\n\(cases.joined(separator: "\n"))\n  esac\n}"
  }

  /// The table as a function of fish.
  var fishFunction: String {
    let cases = entries.map { entry in
      "    case \(entry.places.map(Self.quotedForFish).joined(separator: " "))\n"
        + "      printf '%s\\t%s\\n'" + Self.lines(entry, quoted: Self.quotedForFish)
    }
    return "function __filmz_table\n  switch \"$argv[1]\"\n\(cases.joined(separator: "\n"))\n"
      + "  end\nend"
  }

  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private static func quotedForFish(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  private static func lines(
    _ entry: Entry, quoted: (String) -> String = CompletionTable.quoted
  ) -> String {
    entry.candidates.map { " \\\n        \(quoted($0.value)) \(quoted($0.summary))" }.joined()
  }

  /// A place as a pattern: the star stands outside of the quotes.
  private static func pattern(_ place: String) -> String {
    place.hasPrefix("*") ? "*" + quoted(String(place.dropFirst())) : quoted(place)
  }
}
