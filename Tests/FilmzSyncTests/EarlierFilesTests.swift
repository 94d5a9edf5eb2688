import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

/// Files that a filmz with another library for cryptography (swift-crypto 4.5) has written.
struct EarlierFilesTests {
  private static let installation = "4890ACB6-EFBA-4414-BE9D-6961ED3207E2"
  /// 32 zeros.
  private static let key = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-MZUH"

  /// The files in base64: two without changes, and one with three.
  private static let files = [
    """
    RklMTVpTWU4BAC6ls+6g3dkQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+KgbZstjrPnCXdBEwAAAAAAAAAFlwjsJY
    rPqKYJm3Dba4i7yx5HMjjABcT+qCFSn20aM5flzp/6FgjtdTJ5cE7w496g==
    """,
    """
    RklMTVpTWU4BAC6ls+6g3dkQsPc+h5dIb2UG7ihPUWQAjIVDMaKAYR/Vid0t59iW6cQqSvJvjm2u+2+gItJJAAAAAAAAAOtaiPHp
    p4ATcKt6MClG0DPDBcALlb01RnrXdpiOAadvFugnZ/cQPR5ur8cOkkRuRsr5QpJE6fn8CkSIn9Bkjd9orHlvOj6rePI=
    """,
    """
    RklMTVpTWU4BAC6ls+6g3dkQSQAAYKj4NRqXUnYa1OFRiuoXWiEy5xZ37OfbeECFY19Q9s5x/dDe+Cx6J7qcAQAAAAAAAH/+EVNM
    vMpquJAqG0nuhNAuFRyjYjUVWwTYy25alPTbmZHz6T6tn8oC3F35yHokpHFljRZx0WM7h7A2qIbGfOG5j6AHjiYtZCc7RQG/gGrP
    xR26OZfPH4zXxmDuDO2DP+6cHt5HcPJOEoKEJFfm7qy8WZ6QjNKfB8lAT8Cu2bnR0zvzhAcAW7SLy9z+uCnaBr8aqjwN7ZUDb71l
    DecXx2pJRabSdDfHl8S1E5vBBkSbDJyn8OaQ6FZHq/iGTCiuCYXo4mImH6Ar2juc76/rKb8FIWDu3yYL6RoO1nH5W2E3kWQwW082
    1qf2LdtasvrANUsxqyL+iv+N3lszpZUURIE5O6gJP+scnX7ACOriBP6+VgmN4cqzK8MNrHMQt7VU6dViVGzKBnF3Ouv4WPoh6HT1
    lD3GitiwnzXwny65vtk1NZsS0PlmuGdTNCjN4gyvVEHCp9au8SpMuAlWPVeFNxhsxG+ppwj0Zp1WBXFCnp5xbMgrDLyC6B+u6//e
    toPUJvwktvc0lxSxKi75YuI1l69I1Jrbfz/HKp0MvKw=
    """,
  ]

  @Test func earlierFilesAreRead() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: try #require(SyncKey(text: Self.key)))
      var contents: [SyncFileContent] = []
      for (index, text) in Self.files.enumerated() {
        let data = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        let file = try #require(SyncFile(installation: Self.installation, number: index + 1))
        try scratch.write(data, to: file.fileName)
        contents.append(try folder.read(file))
      }
      #expect(contents.map(\.predecessor) == [nil, contents[0].checksum, contents[1].checksum])
      #expect(
        contents[2].checksum.text
          == "d4302e63be57b24c96fe2e7e306ed8d17877e820b517ffa3413b7e7c489c1c27")
      #expect(contents.map(\.segment.changes.count) == [0, 0, 3])
      #expect(contents[2].segment.name == "golden")
      #expect(Set(contents[2].segment.changes.compactMap(\.film)) == ["tt0133093"])
    }
  }
}
