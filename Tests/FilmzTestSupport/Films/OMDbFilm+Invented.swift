extension OMDbFilm {
  /// Twenty-eight invented titles by invented people.
  ///
  /// Twenty-four of them contain the word "Lantern", so that a search for it has two full pages and a
  /// third one.
  static let invented: [OMDbFilm] = lanternFilms + otherTitles + lanternFilmsWithFewFacts

  private static let lanternFilms: [OMDbFilm] = [
    OMDbFilm(
      id: "tt9000001", title: "Lantern", year: "1957", rated: "Approved", released: "08 Mar 1957",
      runtime: "94 min", genre: "Drama, Mystery", director: "Odile Varnet",
      actors: "Bram Hollis, Ines Corvo, Petra Lund",
      plot: "A keeper who has put out his light waits for the one ship that knows why.",
      ratings: ("7.9", "12,408", "81")),
    OMDbFilm(
      id: "tt9000002", title: "The Lantern", year: "1974", rated: "PG", released: "01 Nov 1974",
      runtime: "118 min", genre: "Adventure, Drama, Thriller", director: "Caspar Wren",
      actors: "Ines Corvo, Tobias Quill, Mara Ostley",
      plot: "Two smugglers share a lantern and no trust on the longest night of a harbour town.",
      ratings: ("8.3", "1,204,377", "90")),
    OMDbFilm(
      id: "tt9000003", title: "The Lantern", year: "2016", rated: "R", released: "14 Oct 2016",
      runtime: "127 min", genre: "Drama, Thriller", director: "Yrsa Moll",
      actors: "Dario Fenn, Lucile Abbey",
      plot: "The harbour town again, and nobody trusts the light.",
      ratings: ("5.4", "9,031", "47")),
    OMDbFilm(
      id: "tt9000004", title: "Lantern Street", year: "1988", rated: "PG-13",
      released: "22 Jul 1988", runtime: "101 min", genre: "Comedy, Romance",
      director: "Odile Varnet", actors: "Petra Lund, Oskar Bly",
      plot: "Every house in the street believes that the new lamplighter is in love with it.",
      ratings: ("6.8", "842", "N/A")),
    OMDbFilm(
      id: "tt9000005", title: "Papier-mâché Lantern", year: "2003", released: "30 May 2003",
      runtime: "88 min", genre: "Animation, Family", director: "Éloïse Båth, Jun Arai",
      actors: "Zoë Quenneville", plot: "A child’s lantern walks home alone — through “the” fog.",
      ratings: ("7.1", "3,550", "N/A")),
    OMDbFilm(
      id: "tt9000006", title: "Lantern & Sons: A Family Business", year: "1999", runtime: "N/A",
      genre: "Documentary", plot: "Four generations of glassblowers.",
      ratings: ("N/A", "N/A", "N/A")),
    OMDbFilm(
      id: "tt9000007", title: "Lantern Watch", year: "2011–2014", type: "series", rated: "TV-14",
      released: "05 Sep 2011", runtime: "45 min", genre: "Crime, Drama", actors: "Mara Ostley",
      plot: "A coast guard station with three officers and one secret.",
      ratings: ("8.0", "55,612", "N/A"), seasons: "4"),
    OMDbFilm(
      id: "tt9000008", title: "The Lantern Hour", year: "2019–", type: "series",
      released: "12 Jan 2019", runtime: "28 min", genre: "Comedy", actors: "Oskar Bly",
      plot: "A talk show with no guests.", ratings: ("6.2", "1,117", "N/A"), seasons: "N/A"),
    OMDbFilm(
      id: "tt9000009", title: "Lantern: The Descent", year: "2009", type: "game",
      released: "17 Nov 2009", genre: "Action, Horror", plot: "Keep it burning.",
      ratings: ("7.7", "640", "N/A")),
  ]

  private static let otherTitles: [OMDbFilm] = [
    OMDbFilm(
      id: "tt9000025", title: "Lanterns over Velm", year: "1962", rated: "Not Rated",
      released: "09 Feb 1962", runtime: "143 min", genre: "Drama, War", director: "Caspar Wren",
      actors: "Bram Hollis", plot: "The town of Velm hides an army behind its festival.",
      ratings: ("7.4", "4,902", "N/A")),
    OMDbFilm(
      id: "tt9000026", title: "Quince", year: "2021", rated: "PG", released: "03 Jun 2021",
      runtime: "76 min", genre: "Drama", director: "Jun Arai", actors: "Ines Corvo, Dario Fenn",
      plot: "An orchard is sold by the tree.", ratings: ("7.0", "311", "68")),
    OMDbFilm(
      id: "tt9000027", title: "The Ninth Ferryman", year: "1931", released: "19 Dec 1931",
      runtime: "69 min", genre: "Fantasy, Horror", director: "Ansgar Pohl", actors: "Tilde Rask",
      plot: "Eight ferrymen would not take the passenger.", ratings: ("6.6", "1,998", "N/A")),
    OMDbFilm(id: "tt90000280", title: "Zinnober", year: "2027"),
  ]

  /// Titles with little more than a year, which are common in OMDb.
  private static let lanternFilmsWithFewFacts: [OMDbFilm] = [
    ("A Lantern for Agnes", "1949"), ("Blue Lantern Blues", "1966"), ("Cold Lantern", "1971"),
    ("Dead Man's Lantern", "1978"), ("Eleven Steps to the Lantern", "1983"),
    ("Follow the Lantern", "1985"), ("Glass Lantern, Stone House", "1990"),
    ("He Carried a Lantern", "1992"), ("Iron Lantern II", "1996"), ("Jack and the Lantern", "2001"),
    ("Kingdom of the Last Lantern", "2006"), ("Low Lantern", "2012"), ("My Lantern", "2014"),
    ("No Lantern Tonight", "2018"), ("One Lantern Too Many", "2022"),
  ].enumerated().map { index, film in
    OMDbFilm(
      id: "tt90000\(10 + index)", title: film.0, year: film.1, released: "01 Jan \(film.1)",
      runtime: "\(80 + index) min", genre: "Drama")
  }
}
