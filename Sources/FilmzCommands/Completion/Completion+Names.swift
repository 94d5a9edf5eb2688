extension Completion {
  /// Completes a whole line with one of some names, which are not quoted.
  package init(of line: Substring, with names: [String]) {
    let matches = names.filter { $0.lowercased().hasPrefix(line.lowercased()) }.sorted()
    let prefix = matches.dropFirst().reduce(matches.first ?? "") { prefix, name in
      String(zip(prefix, name).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    let isContinued = matches.count == 1 || prefix.count > line.count
    self.init(
      removedScalarCount: isContinued ? line.unicodeScalars.count : 0,
      replacement: isContinued ? prefix : nil,
      candidates: matches.map { Candidate(label: $0, summary: "") }, isTruncated: false)
  }
}

extension Command {
  /// The completion candidates for subcommands.
  var subcommandCandidates: [Completion.Candidate] {
    subcommands.map { .init(label: $0.shortName, summary: $0.summary) }
  }
}
