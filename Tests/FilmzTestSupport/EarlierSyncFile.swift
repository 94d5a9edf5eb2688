/// A file of `sync` with version 1 of the format, from before the first release.
package enum EarlierSyncFile {
  package static let installation = "4890ACB6-EFBA-4414-BE9D-6961ED3207E2"
  /// 32 zeros.
  package static let key = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-MZUH"
  package static let name = "\(installation)-0000000001.filmzsync"
  package static let base64 =
    "RklMTVpTWU4BAC6ls+6g3dkQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+KgbZstjrPnCX"
    + "dBEwAAAAAAAAAFlwjsJYrPqKYJm3Dba4i7yx5HMjjABcT+qCFSn20aM5flzp/6FgjtdTJ5cE7w496g=="
}
