import FilmzDomain
import Foundation

// What an undo or redo changed in lists.
extension UndoDescription {
  /// Returns a phrase for each change of a film's place in a list, such as `on Noir again`.
  func placeDescriptions(_ changes: [Change]) -> [String] {
    changes.filter { $0.subject.kind == .listItem }.map { change in
      switch change.kind {
      case .insert: "on \(listName(of: change)) again"
      case .delete: "no longer on \(listName(of: change))"
      default: "moved on \(listName(of: change))"
      }
    }
  }

  /// Returns a sentence for each list whose films changed, such as `4 films are no longer on Noir`.
  func placeSummaries(_ changes: [Change]) -> [String] {
    let places = changes.filter { $0.subject.kind == .listItem }
    let byList = Dictionary(grouping: places) { listID(of: $0) }
    return byList.sorted { $0.key < $1.key }.compactMap { _, changes in
      guard let name = changes.first.map(listName) else { return nil }
      let films = changes.count.counted("film")
      let verb = changes.count == 1 ? "is" : "are"
      switch Set(changes.map(\.kind)) {
      case [.insert]: return "\(films) \(verb) on \(name) again"
      case [.delete]: return "\(films) \(verb) no longer on \(name)"
      case [.update]: return "\(films) moved on \(name)"
      default: return "\(changes.count.counted("place")) of \(name) changed"
      }
    }
  }

  private func listID(of place: Change) -> String {
    subjects[.listItem]?.parentIDs(in: place.subject.id)["list"] ?? ""
  }

  /// Returns the name of the list of a place; `a list` if it is not known.
  private func listName(of place: Change) -> String {
    let id = listID(of: place)
    let list = step.changes.first { $0.change.subject == .init(.list, id) }?.change
    let name = list?.fields["name"].flatMap { $0.new.text ?? $0.old.text }
    return name ?? UUID(uuidString: id).flatMap(listNames.name(of:)) ?? "a list"
  }
}
