import Glibc

/// Reads the creation time of files with `statx(2)`.
///
/// Swift's Glibc module does not declare `statx`, so the function is looked up by name. The size and the
/// offsets are those of `struct statx` in `linux/stat.h`, which are the same on all architectures.
package enum BirthTime {
  private typealias Statx =
    @Sendable @convention(c) (
      _ folder: CInt, _ path: UnsafePointer<CChar>, _ flags: CInt, _ mask: UInt32,
      _ status: UnsafeMutableRawPointer
    ) -> CInt

  private static let statx = dlsym(nil, "statx").map { unsafeBitCast($0, to: Statx.self) }
  /// `STATX_BTIME`: in the mask, requests the creation time; in the first field of the result, says
  /// that the creation time is known.
  private static let birthTimeFlag: UInt32 = 0x800
  private static let statusSize = 256
  private static let secondsOffset = 80
  private static let nanosecondsOffset = 88

  /// Returns the creation time of a file in nanoseconds since 1970, or 0 if it is unknown.
  package static func nanoseconds(_ path: String) -> Int64 {
    withUnsafeTemporaryAllocation(byteCount: statusSize, alignment: 8) { status in
      guard let statx, let start = status.baseAddress,
        statx(AT_FDCWD, path, 0, birthTimeFlag, start) == 0,
        status.load(as: UInt32.self) & birthTimeFlag != 0
      else { return 0 }
      let seconds = status.load(fromByteOffset: secondsOffset, as: Int64.self)
      let nanoseconds = status.load(fromByteOffset: nanosecondsOffset, as: UInt32.self)
      // The result overflows after 2262, which is harmless because times are only compared.
      return seconds &* 1_000_000_000 &+ Int64(nanoseconds)
    }
  }
}
