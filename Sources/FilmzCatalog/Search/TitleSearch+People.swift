extension TitleSearch {
  /// The factor by which the votes of a title count if the title equals the text, compared with the votes
  /// of a person of that surname.
  ///
  /// With this factor, the films of Alfred Hitchcock precede the film *Hitchcock*, but the films of Bonnie
  /// Hunt do not precede *The Hunt*. It was chosen with the surnames in the starter catalog.
  private static let exactTitleFactor = 10
  /// The factor by which a person's votes count compared with titles that were found by a local title or
  /// with corrections.
  private static let personFactor = 100

  /// Adds the titles of a person whose name or surname is the text, if they pass the filter.
  ///
  /// The person's titles come first if no title is better known than the person; the others are then
  /// listed without them. A less-known person's titles come last if the text is the full or only name; otherwise,
  /// they are not added.
  mutating func add(_ person: PersonWithTitles, to titles: inout RankedTitles) throws {
    let comesFirst = precedes(person, titles.head)
    guard comesFirst || person.isFullName || person.isOnlyName else { return }
    var personTitles: [ScoredTitle] = []
    let foundRanks = comesFirst ? [] : Set(titles.head.map(\.rank) + titles.tail)
    for (rank, role) in person.titles where !foundRanks.contains(rank) {
      guard let facts = try factReader.facts(rank), filter?.passes(facts, rank) != false,
        excludedRanks?.contains(rank) != true
      else { continue }
      personTitles.append(
        ScoredTitle(
          rank: rank, facts: facts, score: Popularity.score(facts),
          cause: role.contains(.director) ? .director : .person))
    }
    guard !personTitles.isEmpty else { return }
    if comesFirst { titles.removeTitles(Set(personTitles.map(\.rank))) }
    titles.person = .init(
      name: person.name, comesFirst: comesFirst, isOnlyName: person.isOnlyName,
      titles: personTitles)
  }

  /// Returns whether a person's titles precede other titles.
  ///
  /// A full name is only compared with titles that equal it. A title that equals the only name of a person comes
  /// first if it is a good match.
  private func precedes(_ person: PersonWithTitles, _ titles: [ScoredTitle]) -> Bool {
    titles.allSatisfy { title in
      let votes = Int(title.facts.votes)
      if person.isOnlyName, title.equalsText, votes >= Self.minimumVotesOfGoodMatch {
        return false
      }
      if title.cause == .words, title.matchesMainName {
        return switch title.exactness {
        case .main where person.isFullName: person.votes > votes
        case _ where person.isFullName: true
        case .main, .beforeSubtitle: person.votes > Self.exactTitleFactor * votes
        case .local, .none: person.votes > votes
        }
      }
      return person.isFullName || Self.personFactor * person.votes >= votes
    }
  }
}
