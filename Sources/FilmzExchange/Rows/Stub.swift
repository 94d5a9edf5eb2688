package import FilmzDomain
package enum ImportFormat: String, Sendable, CaseIterable { case letterboxd, imdb, trakt, tmdb, mflix, filmz, csv }
package struct ImportedList: Sendable, Hashable { package var name: String; package var description: String?; package init(name: String, description: String?) { self.name = name; self.description = description } }
package struct UnmatchedRow: Sendable { package init(row: ImportedRow, list: ImportedList?, reason: String, candidates: [MatchCandidate], file: String, line: Int) {} }
package enum UnmatchedFile { package static func bytes(of rows: [UnmatchedRow]) -> [UInt8] { [] } }
extension ImportedRow { package var list: ImportedList? { nil } }
