/// The rows that a query has found, as a panel shows them.
package struct PanelRows: Sendable {
  /// The ids of the rows, the best row first.
  package var ids: [String]
  /// Renders rows: one line each, sanitized, and not wider than the target.
  package var lines: @Sendable (_ range: Range<Int>, _ target: RenderTarget) -> [String]
  /// The part of the status line about the rows, such as `12 of 1,204 · catalog · 3 ms`, without control characters.
  package var status: String
  /// `true` if the query has further rows.
  package var hasMore: Bool
  /// Parts of the query that are dimmed because they are incomplete filters, as offsets in characters.
  package var dimRanges: [Range<Int>]
  /// Finds the same rows again after an action; `nil` if the query must be repeated for this.
  package var reload: (@Sendable () async throws -> PanelRows)?
  /// Finds the same rows and further ones; `nil` if the query must be repeated for this.
  package var more: (@Sendable () async throws -> PanelRows)?
  /// Called before the panel ends, if some of these rows were chosen.
  package var didChoose: (@Sendable () -> Void)?

  package init(
    ids: [String], lines: @escaping @Sendable (_ range: Range<Int>, _ target: RenderTarget) -> [String],
    status: String = "", hasMore: Bool = false, dimRanges: [Range<Int>] = []
  ) { (self.ids, self.lines, self.status, self.hasMore, self.dimRanges) = (ids, lines, status, hasMore, dimRanges) }

  /// No rows.
  package static let none = PanelRows(ids: [], lines: { _, _ in [] })
}
