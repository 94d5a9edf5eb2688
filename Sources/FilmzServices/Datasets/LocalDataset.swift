package import Foundation

/// A file of the datasets that is on this machine, whole as far as its server said.
///
/// What is in it was not looked at, but for its first two bytes.
package struct LocalDataset: Sendable, Equatable {
  package let file: URL
  /// When it was published (`Last-Modified`); where that is not given, when it was fetched.
  package let date: Date
  /// Its size.
  package let bytes: Int
}
