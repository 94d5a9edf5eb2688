import FilmzDomain
import Testing

@testable import FilmzCommands

/// The effect of Tab on a line; `▮` is the cursor.
struct CompleterTests {
  private static let state: CompletionState = {
    var state = CompletionState()
    state.numberedFilms = [
      film(1, "The Godfather", 1972, number: 1), film(2, "The Godfather Part II", 1974, number: 2),
      film(10, "Alien", 1979, number: 10),
    ]
    state.resultFilms = state.numberedFilms
    state.collectionFilms = [
      film(20, "Amélie", 2001), film(21, "Dune", 1984), film(22, "Dune", 2021),
      film(23, "Ocean's Eleven", 2001), film(24, "1917", 2019), film(25, "The Matrix", 1999),
      film(26, "Say \"Hi\"", 2000), film(27, "七人の侍", 1954), film(1, "The Godfather", 1972),
      film(28, "Evil\u{1B}[2J", 2000), film(29, "-30-", 1959),
    ]
    state.catalogFilms = [film(30, "Aliens", 1986)]
    state.tags = ["cinema", "with friends"]
    state.recommenders = ["Ines", "Uncle Bob"]
    state.people = ["Akira Kurosawa", "Kiyoshi Kurosawa"]
    state.lists = ["Noir", "To lend"]
    state.platforms = ["Netflix", "Prime Video"]
    state.smartCollections = ["@favorites", "@genre:Crime", "@genre:Sci-Fi", "@rainy"].map {
      .init(label: $0, summary: "")
    }
    state.backups = [.init(label: "2026-11-20", summary: "3 films")]
    state.files = ["films.csv", "films/", "a$(touch x)", "it's `y`", "\u{202E}fdp"]
    state.sources = ["auto", "omdb", "demo", "catalog"]
    state.aliases = ["w"]
    return state
  }()

  private static func film(_ id: Int, _ title: String, _ year: Int, number: Int? = nil)
    -> TitledFilm
  {
    TitledFilm(
      id: FilmID(unchecked: "tt\(1_000_000 + id)"), title: title, year: year, number: number)
  }

  private func complete(_ text: String) -> (line: String, completion: Completion) {
    let parts = text.split(separator: "▮", omittingEmptySubsequences: false).map(String.init)
    let line = parts.joined()
    let cursor = line.index(line.startIndex, offsetBy: parts[0].count)
    let aliases = ["w": "ls --unwatched"]
    let completion = Completer.completion(
      of: line, cursor: cursor, aliases: aliases, state: Self.state)
    guard let replacement = completion.replacement else { return (text, completion) }
    let textBefore = String(parts[0].unicodeScalars.dropLast(completion.removedScalarCount))
    return (textBefore + replacement + "▮" + parts.dropFirst().joined(), completion)
  }

  @Test(
    arguments: [
      // Own records
      ("record edit Heat ti▮", "record edit Heat title=▮"), ("edit ye▮", "edit year=▮"),
      ("record new title=Graz ye▮", "record new title=Graz year=▮"),
      ("edit . type=mov▮", "edit . type=movie ▮"), ("edit . TYPE=mov▮", "edit . TYPE=movie ▮"),
      ("edit . genres=Com▮", "edit . genres=Comedy ▮"),
      ("edit . genres=Ki▮", "edit . genres=Kids ▮"),
      ("edit . genres=Crime,Thr▮", "edit . genres=Crime,Thriller ▮"),
      ("edit . genres=Crime, Thr▮", "edit . genres=Crime, Thriller ▮"),
      ("edit . genres=Crime plo▮", "edit . genres=Crime plot=▮"),
      ("edit . title=The Godf▮", "edit . title=The Godf▮"),
      ("edit . year=19▮", "edit . year=19▮"),
      ("record revert . ye▮", "record revert . year ▮"),
      // Verbs
      ("sea▮", "search ▮"), ("SEA▮", "search ▮"), ("  sea▮", "  search ▮"),
      ("ls; sea▮", "ls; search ▮"), ("unw▮", "unwatched ▮"), ("confi▮", "config ▮"),
      ("help sea▮", "help search ▮"), ("config se▮", "config set ▮"), ("xyz▮", "xyz▮"),
      // Smart collections, lists and platforms
      ("ls @fa▮", "ls @favorites ▮"), ("ls @GENRE:s▮", "ls @genre:Sci-Fi ▮"),
      ("ls genre:Drama @r▮", "ls genre:Drama @rainy ▮"), ("find @g▮", "find @genre:▮"),
      ("rate @fa▮", "rate @favorites ▮"), ("rate 1 @fa▮", "rate 1 @favorites ▮"),
      ("rm @ra▮", "rm @rainy ▮"), ("note @ra▮", "note @rainy ▮"), ("search @fa▮", "search @fa▮"),
      ("ls \"@fa▮", "ls \"@fa▮"), ("collections rm rai▮", "collections rm rainy ▮"),
      ("ls --list no▮", "ls --list Noir ▮"), ("ls --list to▮", "ls --list \"To lend\" ▮"),
      ("ls list:to▮", "ls list:\"To lend\" ▮"), ("ls --platform net▮", "ls --platform Netflix ▮"),
      ("find platform:pr▮", "find platform:\"Prime Video\" ▮"),
      ("rate genre:dr▮", "rate genre:Drama ▮"), ("ls is:rew▮", "ls is:rewatched ▮"),
      // Options and their values
      ("ls --ge▮", "ls --genre ▮"), ("ls --genre dr▮", "ls --genre Drama ▮"),
      ("ls --genre Drama,cr▮", "ls --genre Drama,Crime ▮"),
      // Names of TMDB, if no name of IMDb begins like the word
      ("ls --genre Drama,ki▮", "ls --genre Drama,Kids ▮"),
      ("ls --genre sci▮", "ls --genre Sci-Fi ▮"), ("ls --genre war▮", "ls --genre War ▮"),
      ("ls --genre scie▮", "ls --genre \"Science Fiction\" ▮"),
      ("search genre:scie▮", "search genre:\"Science Fiction\" ▮"),
      ("discover --genre hor▮", "discover --genre Horror ▮"),
      ("discover --genre ki▮", "discover --genre Kids ▮"),
      ("discover --genre scie▮", "discover --genre \"Science Fiction\" ▮"),
      ("ls --genre=cr▮", "ls --genre=Crime ▮"),
      ("ls --sort -ra▮", "ls --sort -rating ▮"), ("ls --format js▮", "ls --format json▮"),
      ("search x --source de▮", "search x --source demo ▮"),
      // Lists, and films after the name of a list
      ("list show no▮", "list show Noir ▮"), ("list add to▮", "list add \"To lend\" ▮"),
      ("list add \"To▮", "list add \"To lend\" ▮"), ("list share T▮", "list share \"To lend\" ▮"),
      ("list add Noir ali▮", "list add Noir Alien▮"), ("list add Noir 10▮", "list add Noir 10 ▮"),
      ("list add \"To lend\" oce▮", "list add \"To lend\" \"Ocean's Eleven\" ▮"),
      ("list remove Noir ocean's el▮", "list remove Noir \"Ocean's Eleven\" ▮"),
      ("list describe Noir no▮", "list describe Noir none ▮"),
      ("search x --type mo▮", "search x --type movie ▮"), ("w --gen▮", "w --genre ▮"),
      ("add 1 --tag ci▮", "add 1 --tag cinema ▮"),
      ("add 1 --tag wi▮", "add 1 --tag \"with friends\" ▮"),
      ("add 1 --from un▮", "add 1 --from \"Uncle Bob\" ▮"),
      ("watched 1 --on yes▮", "watched 1 --on yesterday ▮"), ("ls -- --ge▮", "ls -- --ge▮"),
      // Values after films
      ("audience 2 fam▮", "audience 2 family ▮"), ("audience fam▮", "audience family ▮"),
      ("from 2 in▮", "from 2 Ines ▮"), ("tag 2 ci▮", "tag 2 cinema ▮"), ("tag ci▮", "tag cinema ▮"),
      ("tag 2 wi▮", "tag 2 \"with friends\" ▮"), ("untag . ci▮", "untag . cinema ▮"),
      ("tag mat▮", "tag \"The Matrix\" ▮"),
      ("rate 1 non▮", "rate 1 none ▮"),
      ("config set list.ratings im▮", "config set list.ratings imdb ▮"),
      ("config set cac▮", "config set cache.days ▮"),
      ("backup restore 20▮", "backup restore 2026-11-20 ▮"),
      // Films by number and by title
      ("show 2▮", "show 2 ▮"), ("show 1 2▮", "show 1 2 ▮"),
      ("show \"The Godf▮", "show \"The Godfather▮"), ("show the godf▮", "show \"The Godfather▮"),
      ("show \"The Godfather P▮", "show \"The Godfather Part II\" ▮"),
      ("show 'the godfather p▮", "show 'The Godfather Part II' ▮"),
      ("show the godfather p▮", "show \"The Godfather Part II\" ▮"),
      ("show mat▮", "show \"The Matrix\" ▮"), ("show \"matr▮", "show \"The Matrix\" ▮"),
      ("rate amel▮", "rate Amélie ▮"), ("rate AMÉ▮", "rate Amélie ▮"), ("show 七▮", "show 七人の侍 ▮"),
      ("rm ocean's el▮", "rm \"Ocean's Eleven\" ▮"), ("rm oceans▮", "rm \"Ocean's Eleven\" ▮"),
      ("rm 'oceans▮", "rm \"Ocean's Eleven\" ▮"), ("show 191▮", "show \"1917\" ▮"),
      ("show dun▮", "show \"Dune (▮"), ("show \"Dune (1▮", "show \"Dune (1984)\" ▮"),
      ("show say▮", "show \"Say \\\"Hi\\\"\" ▮"), ("show evil▮", "show evil▮"),
      ("show \"30▮", "show \"-30-\" ▮"),
      // Searches
      ("search the godfather p▮", "search The Godfather Part II ▮"),
      ("search \"the godfather p▮", "search \"The Godfather Part II\" ▮"),
      ("s mat▮", "s The Matrix ▮"),
      ("search ▮", "search ▮"), ("search dune 19▮", "search Dune 1984 ▮"),
      // Filters of a search
      ("search genre:dr▮", "search genre:Drama ▮"),
      ("search heat GENRE:sc▮", "search heat GENRE:Sci-Fi ▮"),
      ("search genre:Drama,cr▮", "search genre:Drama,Crime ▮"),
      ("search type:mo▮", "search type:movie ▮"), ("search year:195▮", "search year:1950..1959 ▮"),
      ("search genre:+Drama,+cr▮", "search genre:+Drama,+Crime ▮"),
      ("find genre:dr▮", "find genre:Drama ▮"), ("find is:unw▮", "find is:unwatched ▮"),
      ("find audience:f▮", "find audience:family ▮"), ("find tag:ci▮", "find tag:cinema ▮"),
      ("find tag:wi▮", "find tag:\"with friends\" ▮"), ("search tag:ci▮", "search tag:ci▮"),
      ("ls --type movie,sh▮", "ls --type movie,short ▮"),
      ("rate --genre dr▮", "rate --genre Drama ▮"),
      ("ls --tag ci▮", "ls --tag cinema ▮"), ("ls --sort -rating,ye▮", "ls --sort -rating,year ▮"),
      ("ls --year 195▮", "ls --year 1950..1959 ▮"),
      ("search --sort -vo▮", "search --sort -votes ▮"),
      ("search --genre dr▮", "search --genre Drama ▮"), ("search gen▮", "search gen▮"),
      ("search genre:▮", "search genre:▮"), ("search \"genre:dr▮", "search \"genre:dr▮"),
      ("show genre:dr▮", "show genre:dr▮"),
      // The catalog
      ("catalog imp▮", "catalog import ▮"),
      ("catalog import films.▮", "catalog import films.csv ▮"),
      ("catalog import x --only min▮", "catalog import x --only miniseries ▮"),
      // Text after the cursor
      ("show \"The Matr▮\"", "show \"The Matrix▮\""), ("sea▮ matrix", "search▮ matrix"),
      // Other programs and files
      ("ls > films.▮", "ls > films.csv ▮"), ("ls >> \"films.▮", "ls >> \"films.csv\" ▮"),
      ("ls | gr▮", "ls | gr▮"), ("ls | tee films.▮", "ls | tee films.csv ▮"),
      ("!less films.▮", "!less films.csv ▮"), ("!les▮", "!les▮"),
      ("!cat a▮", "!cat 'a$(touch x)' ▮"), ("ls | tee a▮", "ls | tee 'a$(touch x)' ▮"),
      ("ls | tee \"it▮", "ls | tee 'it'\\''s `y`' ▮"), ("ls > a▮", "ls > \"a$(touch x)\" ▮"),
      ("config unset al▮", "config unset alias.w ▮"),
    ] as [(String, String)])
  func tabInsertsTheOnlyValueOrTheCommonPrefix(text: String, expected: String) {
    #expect(complete(text).line == expected)
  }

  @Test(arguments: [
    ("help config ▮", ["ls", "get", "set", "unset", "path"]), ("help ls ▮", []),
    ("show \"[▮", []), ("show ▮", ["1", "2", "10"]), ("show 1▮", ["1", "10", "1917"]),
    ("audience 2 ▮", ["me", "partner", "family", "none", "1", "2", "10"]),
    ("untag 2 ▮", ["cinema", "with friends", "1", "2", "10"]),
    ("tag ▮", ["1", "2", "10", "cinema", "with friends", "ls"]),
    ("show \"dune (▮", ["Dune (1984)", "Dune (2021)"]),
    ("config ▮", ["ls", "get", "set", "unset", "path"]),
    ("re▮", ["record", "redo", "refresh", "reset", "results", "retry"]),
    ("ls --sort ra▮", ["random", "rating"]), ("ls --genre mus▮", ["Music", "Musical"]),
    ("show alie▮", ["Alien", "Aliens"]), ("ls --watched --w▮", ["--wanted", "--watched-on"]),
    ("ls --format js▮", ["json", "jsonl"]), ("watched ▮", ["1", "2", "10"]),
    ("> fi▮", ["films.csv", "films/"]), ("search genre:mus▮", ["Music", "Musical"]),
    ("search type:tv▮", ["tvMovie", "tvSpecial"]), ("search year:199▮", ["1990..1999"]),
    ("search director:kuro▮", ["Akira Kurosawa", "Kiyoshi Kurosawa"]),
    ("ls --person kuro▮", ["Akira Kurosawa", "Kiyoshi Kurosawa"]),
    ("browse rated:PG-▮", ["PG-13"]), ("browse --source ▮", ["catalog", "own", "all"]),
    ("discover genre:mus▮", ["Music", "Musical"]), ("discover horror year:199▮", ["1990..1999"]),
    ("discover director:kuro▮", ["Akira Kurosawa", "Kiyoshi Kurosawa"]), ("discover net▮", ["netflix"]),
    ("browse --rated G,NC▮", ["NC-17"]), ("browse genre:Music,mus▮", ["Musical"]),
    ("search --sort ▮", FilmOrder.choices(in: .search)), ("search genre:Music,mus▮", ["Musical"]),
    ("catalog ▮", ["info", "import", "update", "remove"]),
    ("catalog import fi▮", ["films.csv", "films/"]),
  ])
  func candidatesAreListed(text: String, expected: [String]) {
    #expect(complete(text).completion.candidates.map(\.label) == expected)
  }

  @Test(arguments: [
    ("search actor:mif▮", "search actor:\"Toshiro Mifune\" ▮"),
    ("find person:toshiro▮", "find person:\"Toshiro Mifune\" ▮"),
    ("ls --actor mif▮", "ls --actor \"Toshiro Mifune\" ▮"),
    ("ls --actor=mif▮", "ls --actor=mif▮"),
  ])
  func namesOfPeopleAreInsertedInQuotes(text: String, expected: String) {
    var state = CompletionState()
    state.people = ["Toshiro Mifune"]
    let line = text.replacing("▮", with: "")
    let completion = Completer.completion(of: line, cursor: line.endIndex, state: state)
    let textBefore = line.unicodeScalars.dropLast(completion.removedScalarCount)
    #expect(String(textBefore) + (completion.replacement ?? "") + "▮" == expected)
  }

  @Test func resultsComeFirstAfterAnOpeningQuote() {
    let labels = complete("show \"▮").completion.candidates.map(\.label)
    #expect(labels.prefix(2) == ["The Godfather", "The Godfather Part II"])
  }

  @Test func candidatesHaveSummaries() {
    let numbers = complete("show ▮").completion.candidates
    #expect(numbers.first?.summary == "The Godfather (1972)")
    let verbs = complete("▮").completion.candidates
    #expect(verbs.count > 30 && verbs.allSatisfy { !$0.summary.isEmpty })
    #expect(verbs.contains { $0.label == "w" && $0.summary == "= ls --unwatched" })
  }

  @Test func nothingIsInsertedIfTheTitlesAreTruncated() {
    var state = Self.state
    state.isTruncated = true
    let text = "show the godf"
    let completion = Completer.completion(of: text, cursor: text.endIndex, state: state)
    #expect(completion.replacement == nil)
    #expect(completion.isTruncated)
  }

  @Test func optionsOfEveryCommandAreCompleted() {
    for verb in Filmz.verbCandidates {
      let text = verb.label + " --form"
      let completion = Completer.completion(of: text, cursor: text.endIndex, state: .init())
      #expect(completion.replacement == "--format ", "\(verb.label)")
    }
  }
}
