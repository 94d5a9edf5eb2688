import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Output {
  /// Returns the lists that the user follows.
  static func following(_ lists: [FollowedListItem]) -> Output {
    let notice = "You follow no lists. `follow ADDRESS` follows one."
    return Output(.list(.following(lists)), lists.isEmpty ? [.notice(notice)] : [])
  }
}

extension Rows {
  static func following(_ lists: [FollowedListItem]) -> Rows {
    Rows(lists, followingFields, noun: "list")
  }

  private static let followingFields: [Field<FollowedListItem>] = [
    Field("id") { .text($0.list.id) },
    Field(
      "name", Column("Name", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)
    ) { .text($0.list.name) },
    Field(
      "owner",
      Column("Owner", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true)
    ) {
      .optional($0.list.content.flatMap { $0.owner.isEmpty ? nil : $0.owner })
    },
    Field("description") { .optional($0.list.content?.description) },
    Field(
      "films", Column("Films", alignment: .trailing), value: { .optional($0.filmCount) },
      cell: { Cell($0.filmCount.map(String.init) ?? "?") }),
    Field("seen", Column("Seen", alignment: .trailing, dropPriority: 1), .green) {
      .integer($0.seenCount)
    },
    Field("publishedAt") { .optional($0.list.content?.publishedAt) },
    Field(
      "readAt", Column("Read", dropPriority: 3), value: { .optional($0.list.readAt) },
      cell: { Cell($0.list.readAt.map { PartialDate(day: $0).text } ?? "never", .dim) }),
    Field(
      "withdrawn", Column("State", hidesWhenEmpty: true), value: { .bool($0.list.isWithdrawn) },
      cell: { Cell($0.list.isWithdrawn ? "withdrawn" : "", .yellow) }),
    Field("address") { .text($0.list.address.text) },
  ]
}
