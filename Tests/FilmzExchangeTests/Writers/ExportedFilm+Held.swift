import FilmzDomain

@testable import FilmzExchange

extension Rating {
  /// The rating as a service with whole numbers from 1 has it.
  var rounded: Rating? { Rating(tenths: max(10, (tenths + 5) / 10 * 10)) }
}

extension PartialDate {
  /// The date as a service has it that only has days.
  var wholeDay: PartialDate? { isDay ? self : nil }
}

extension ExportedFilm {
  /// The ids of IMDb and TMDB, in this order.
  var idsOfServices: [FilmID] {
    [ids.first { $0.imdbID != nil }, ids.first { $0.tmdb != nil }].compactMap(\.self)
  }

  var idOfIMDb: [FilmID] { idsOfServices.filter { $0.imdbID != nil } }
}

extension ExportedCollection {
  /// The films of a list, in its order.
  func films(of list: ExportedList) -> [ExportedFilm] {
    list.films.compactMap { id in films.first { $0.entry.id == id } }
  }
}
