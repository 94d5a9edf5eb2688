/// The values of the option `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto
  case always
  case never
}
