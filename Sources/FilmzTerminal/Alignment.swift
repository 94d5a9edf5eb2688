/// The side at which text stands in its column.
package enum Alignment: Sendable {
  case leading
  case trailing
}
