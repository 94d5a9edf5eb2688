import FilmzCommands
import FilmzDomain
import FilmzFiles
import FilmzTestSupport
import FilmzViewModels
import Testing

struct ErrorSnapshotTests {
  private static let commandErrors: [CommandError] = [
    .unknownVerb("serach", suggestion: "search"), .unknownVerb("xyzzy", suggestion: nil),
    .ambiguousVerb("res", candidates: ["reset", "results"]),
    .unknownVerbOrTitle("star", suggestion: "rate", search: "search star trek"),
    .unknownVerbOrTitle("godfather", suggestion: nil, search: "filmz search godfather"),
    .notAVerb("\\!", hint: "in the shell, `! COMMAND` runs a system command"),
    .unsupportedSyntax("`&&` does not join commands here; use `;`, as in `search heat; add 1`"),
    .spacedFilter("rating:>=8"),
    .severalMeanings(
      Choice(
        "`rate toy story 3` can mean several things",
        [
          .init([Word("rate"), Word("Toy Story 3"), Word("9")]),
          .init([Word("rate"), Word("Toy Story"), Word("3")]),
        ])),
    .severalMeanings(
      Choice(
        "several films are called \"heat\"",
        [
          .init([Word("rate"), Word("tt0093164"), Word("9")], caption: "Heat (1986)"),
          .init([Word("rate"), Word("tt0113277"), Word("9")], caption: "Heat (1995)"),
        ])),
    .whichFilm(commands: ["rate 1 9", "rate 2 9"], count: 3),
    .whichFilm(commands: ["rate 1 9", "rate 2 9"], count: 2),
    .noFilmForText(commands: ["note \"Heat\" \"fun\"", "note . \"heat fun\""]),
    .noFilmInSingleCommand(number: nil), .noFilmInSingleCommand(number: 1917),
    .wrongUsageOrTitle("first takes no arguments", search: "search first blood"),
    .notAvailableYet("recommend"),
    .notAvailableYet("poster"), .unclosedQuote("\""), .redirectionInScript(">"),
    .wrongRedirection("`>` needs a file, as in `ls > films.txt`"), .programInScript,
    .programNotAtLineStart, .programFailed("nosuch", reason: "cannot be run"),
    .invalidAlias("w", reason: "contains no command"), .scriptsNestedTooDeeply(50),
    .scriptRunsItself("evening.filmz"), .startedOffline,
    .unwritableFile(path: "films.csv", reason: "Permission denied"),
    .wrongUsage("ls has no option --colr; did you mean --color?", verb: "ls"),
    .wrongUsage("show takes one film", verb: "show"), .wrongOption("filmz has no option --x"),
    .missingArgument("a title", verb: "search"), .tooManyWords(10_000), .needsConfirmation("rm"),
    .needsTerminal("an editor needs a terminal; use `note TARGET TEXT`"), .nothingToRetry,
    .wrongPIN, .differentPINs, .protectedByPIN("kids.on"),
    .noEditor,
    .editorFailed("vi", reason: "cannot be run"),
    .unreadableScript(path: "evening.filmz", reason: "No such file or directory"),
    .outputFailed(reason: "No space left on device"), .interrupted,
    .noListToAddTo("Nior", near: ["Noir"]), .noListToAddTo("Nior", near: []),
    .refusedFilms(["Heat (1995) is not in your collection"]), .unexpected(logPath: "/x/filmz.log"),
    .unexpected(logPath: nil),
  ]

  private static let viewModelErrors: [ViewModelError] = [
    .nothingToPage(hasFailed: false), .nothingToPage(hasFailed: true),
    .noEarlierResults, .resultsNotShown,
    .noSuchNumber(9, count: 3), .noSuchNumber(9, count: 0), .invalidRange("4-1"),
    .noSuchNumber(1917, count: 3, mayBeTitle: true),
    .noSuchNumber(1917, count: 0, mayBeTitle: true), .titleBeginningWithNumber("12 angry men"),
    .nothingSelected,
    .ambiguousTitle(
      "Heat",
      candidates: [
        .init("Heat (1986)", FilmID(imdbNumber: 93164)), .init("Heat (1995)", FilmID(imdbNumber: 113277)),
      ]),
    .pronoun("it", candidates: [.init("Heat (1995)", FilmID(imdbNumber: 113277))]),
    .unknownTitle(
      "Haet", near: [.init("Heat (1995)", FilmID(imdbNumber: 113277))], hint: nil, searchedCollectionOnly: false),
    .unknownTitle("Haet", near: [], hint: nil, searchedCollectionOnly: false),
    .unknownTitle("Haet", near: [], hint: nil, searchedCollectionOnly: true),
    .notCached(["Heat"]), .noteChanged(title: "Heat"), .filmGone(title: "Heat"),
    .filmChanged(title: "Heat"), .emptyTitle, .nothingToSearch,
    .noSuchViewing(2, count: 1, title: "Heat"), .noSuchViewing(2, count: 0, title: "Heat"),
    .emptyCollection("@favorites"), .filterCannotBeSaved,
    .noSuchComment(3, count: 0), .noSuchComment(3, count: 2), .unknownComment(id: "3f2a9c1b"),
    .ambiguousComment(id: "3f2a9c1b"), .commentGone(number: 3),
    .foreignComment(name: "Mercedes Tyler", film: "Heat (1995)"),
    .commentChanged(film: "Heat (1995)"), .recordExists(title: "Heat (1995)"),
    .recordGone(title: "Summer in Graz (2019)"), .noFacts(id: "tt9999999"),
    .updateOffline, .invalidDatasetServer, .filmIsHidden, .invalidPIN,
    .listHasHiddenFilms("Noir", count: 2),
    .noSuchPlace(9, last: 3, list: "Noir"), .noSuchPlace(2, last: 1, list: "Noir"),
    .noSuchPlace(1, last: 0, list: "Noir"), .notInList(title: "Heat (1995)", list: "Noir"),
    .invalidListLine(number: 3, text: "Haet", reason: "no film called \"Haet\" is known here"),
    .mayBeInCollection(
      caption: "Heat (1995)", id: FilmID(tmdb: .movie, 949), entry: FilmID(unchecked: "tt0113277")),
    .noSuchFilms([FilmID(unchecked: "tt9999998")], service: "OMDb", hasForce: false),
    .noSuchFilms(
      ["tt9999997", "tt9999998"].map(FilmID.init(unchecked:)), service: "OMDb", hasForce: false),
    .noSuchFilms([FilmID(unchecked: "tt9999998")], service: "OMDb", hasForce: true),
    .invalidID("tmdb:person:5"), .noRecord(FilmID(unchecked: "own:00000000-0000-4000-8000-000000000000")),
    .noRecord(FilmID(unchecked: "named:00000000-0000-4000-8000-000000000000")), .knownByTitleOnly,
    .differentTypes(["Heat (1995) tt0113277 is a film", "Game of Thrones (2011–2019) tmdb:tv:1399 is a series"]),
  ]

  private static let domainErrors: [DomainError] = [
    .invalidRating, .invalidStars, .ratingTooPrecise("8.55", lower: "8.5", upper: "8.6"), .invalidDate("soon"),
    .missingDay("31 june"), .futureDate("2999"), .invalidAudience("all"),
    .invalidYears("soon"), .yearsReversed("2005-2000", instead: "2000-2005"),
    .invalidFilter("runtime:x", example: "runtime:90-120"),
    .unknownFilter("yaer", near: "year", known: FilterField.names(in: .search)),
    .unknownFilter("tag", near: nil, known: FilterField.names(in: .search)),
    .notForSkippedFilms("mine:>=8"), .unknownCollection("@favorite", near: ["@favorites"]),
    .unknownCollection("@xyzzy", near: []), .invalidCollectionName("a_b"),
    .builtInCollection("@seen"),
    .unclosedFilter("director:\"akira"),
    .impossibleFilter("year:1999", "the filters before it"),
    .unknownGenre("dramma", near: "Drama"), .unknownGenre("x", near: nil),
    .unknownType("moovie", near: "movie"), .unknownType("x", near: nil),
    .unknownPerson("kurosowa", near: ["Akira Kurosawa", "Kiyoshi Kurosawa"]),
    .unknownPerson("xyz", near: []),
    .invalidListName, .invalidListAddress("http://example.org/"), .invalidListAddress(""),
    .unknownSortKey("size", known: FilmOrder.names(in: .search)),
    .invalidName("the recommender"), .textTooLong("note", size: 104_857_600),
    .invalidFact(.year, value: "soon", expected: "a year from 1870 to 2028, or none"),
    .invalidSetting(key: "page.size", value: "\"0\"", expected: "a number from 1 to 1000, or auto"),
    .unknownSetting("page.sise", near: "page.size"), .unknownSetting("x", near: nil),
    .unknownSetting(nil, near: nil), .invalidAlias, .keyInAlias,
    .aliasHidesCommand("ls"),
  ]

  private static let followingErrors: [FollowingError] = [
    .refused(address: "/x/list.json", .notAList),
    .unreachable(
      address: "https://example.org/list.json", reason: "example.org was not found (DNS)"),
    .notRead(path: "/x/list.json", reason: "it does not exist"), .ownList(name: "Noir"),
    .alreadyFollowed(name: "Noir"), .withdrawn(name: "Noir"),
    .otherList(name: "Noir", newName: "West"), .notFollowed("Nior", near: ["Noir"]),
    .notFollowed("x", near: []), .noServer, .notOnServer(id: "AAAAAAAAAAAAAAAAAAAAA1"), .offline,
    .notReadYet(name: "Noir"), .partlyFailed(count: 2),
  ]

  private static let syncErrors: [SyncError] = [
    .notSetUp, .unusableSettings(path: "/x/sync.toml"), .notAFolder(path: "/x"),
    .ownFolder(path: "/x"), .unreachable(path: "/x", reason: "it does not exist"),
    .serverUnreachable(place: "postgresql://ada@localhost/filmz", reason: "Connection refused"),
    .offline(place: "postgresql://ada@localhost/filmz"),
    .notWritten(path: "/x", reason: "Permission denied"), .full(path: "/x"),
    .keyNeeded(path: "/x"), .incompleteFolder(path: "/x"), .wrongKey(path: "/x", file: nil),
    .wrongKeyGiven(path: "/x", file: "A-1.filmzsync"), .otherKeysLeft(file: "A-1.filmzsync"),
    .invalidKey(), .invalidKey(groups: [3]), .invalidKey(groups: [3, 9]),
    .noKeyFile(path: "key.txt"), .keyInsteadOfFile, .busy,
    .olderVersion(path: "/x", file: "A-1.filmzsync"), .noSuchConflict(3, count: 0),
    .noSuchConflict(3, count: 2), .settledConflict(1),
    .noSuchPeer("laptop"), .severalPeers("laptop"), .invalidName,
    .noLibrary(SystemLibraryError(.postgreSQL)), .noLibrary(SystemLibraryError(.crypto)),
    .noLibrary(SystemLibraryError(.crypto, missingFunction: "EVP_chacha20_poly1305")),
    .invalidServer(reason: "the address begins with postgresql://"),
    .noSchema(path: "postgresql://ada@localhost/filmz"), .invalidMember("a b"),
    .memberExists("ada"),
  ]

  @Test(arguments: [
    ("Following", "FilmzViewModels", followingErrors as [any UserFacingError]),
    ("Sync", "FilmzViewModels", syncErrors as [any UserFacingError]),
    ("Command", "FilmzCommands", commandErrors as [any UserFacingError]),
    ("ViewModel", "FilmzViewModels", viewModelErrors as [any UserFacingError]),
    ("Domain", "FilmzDomain", domainErrors as [any UserFacingError]),
  ])
  func everyErrorMatchesItsSnapshot(
    name: String, target: String, errors: [any UserFacingError]
  ) throws {
    let names = Set(errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "\(name)Error", in: target))
    #expect(errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
    let text = errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/\(name).txt").difference(from: text)
    #expect(difference == nil)
  }
}
