import Foundation

/// The content of a file `list.json`, the data of a published list.
package struct PublishedListData: Sendable {
  package var id = "AAAAAAAAAAAAAAAAAAAAA1"
  package var name = "Followed"
  package var owner = "Ada"
  package var isWithdrawn = false
  /// The ids and titles of the films.
  package var films: [(id: String, title: String)]

  package init(films: [(id: String, title: String)] = [("tt9000001", "Lantern")]) {
    self.films = films
  }

  package var json: String {
    let films = films.map { id, title in
      #"{"id":"\#(id)","title":"\#(title)","year":1988,"type":"movie","poster":null,"rating":8.5}"#
    }
    return """
      {"format":"filmz-list","version":1,"id":"\(id)","name":"\(name)","description":null,"owner":"\(owner)",\
      "publishedAt":"2026-11-21T10:00:00Z","withdrawn":\(isWithdrawn),"count":\(films.count),\
      "films":[\(films.joined(separator: ","))]}
      """
  }
}
