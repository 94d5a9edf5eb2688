import Foundation

/// Reads the elements of a JSON file of one of the formats that can be imported, one after another.
struct JSONFile {
  /// The maximum number of elements that are read to recognize the format.
  private static let maximumSampleCount = 20

  /// The format, or the reason why the file is not read; `empty` for an array without elements.
  let format: Result<ImportFormat, ImportFile.SkipReason>
  /// `true` if an element that was read so far is in Windows-1252 instead of UTF-8.
  private(set) var hasWindows1252 = false
  /// The kind of data in the file.
  let kind: FileKind
  /// The text of the last element that was read; `nil` if it could not be read.
  var elementText: String? { element.map { $0[...].decodedText.text } }
  private var element: [UInt8]?
  private let path: String
  /// The kind of the elements of a Trakt file that do not show their kind; `nil` if it is unknown.
  ///
  /// It is the kind of another element or, if none shows its kind, the kind for the name of the file.
  private let traktKind: TraktElementKind?
  private var reader: JSONElementReader
  /// The elements that have been read to recognize the format.
  private var sample: Sample.SubSequence
  private typealias Sample = [(line: Int, element: Result<[UInt8], JSONElementReader.Problem>)]
  /// The parts of the last element that have not been returned, and the line of the element.
  private var rest: (line: Int, elements: ArraySlice<ImportedElement>) = (0, [])

  /// Reads the first elements, by which the format is recognized.
  ///
  /// - Throws: The errors of the stream.
  init(_ stream: ByteStream, path: String) throws {
    self.path = path
    reader = JSONElementReader(try stream.normalized())
    var sample: Sample = []
    var format: Result<ImportFormat, ImportFile.SkipReason>?
    var traktKind: TraktElementKind?
    // An element that is not imported does not decide the format; a later element may.
    while (try? format?.get()) == nil, sample.count < Self.maximumSampleCount, let next = try reader.next() {
      sample.append(next)
      guard case .success(let bytes) = next.element, let element = Self.members(of: bytes) else { continue }
      format = Self.format(of: element, path: path) ?? format
      traktKind = LenientJSON.object(element).flatMap(TraktElementKind.init)
    }
    let ownKind = traktKind ?? TraktElementKind(ExportFileName(path))
    self.traktKind = ownKind
    self.format = format ?? .failure(sample.isEmpty ? .empty : Self.syntaxError(in: sample) ?? .notRecognized)
    let isComments = sample.first.flatMap { try? $0.element.get() }.flatMap(Self.members)?["text"] != nil
    kind =
      switch try? format?.get() {
      case .trakt: ownKind?.fileKind(path) ?? .lists
      case .simkl: .history
      case .mflix where isComments: .comments
      case nil: ownKind?.fileKind(path) ?? .films
      default: .films
      }
    self.sample = sample[...]
  }

  /// Returns the next element of the file; `nil` at the end.
  ///
  /// - Throws: The errors of the stream.
  mutating func next() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    while true {
      if let element = rest.elements.popFirst() { return (rest.line, .success(element)) }
      guard let (line, element) = try sample.popFirst() ?? reader.next() else { return nil }
      self.element = try? element.get()
      do throws(RowProblem) {
        rest = (line, try elements(element.mapError(RowProblem.unreadableJSON).get())[...])
      } catch {
        return (line, .failure(error))
      }
    }
  }

  private mutating func elements(_ bytes: [UInt8]) throws(RowProblem) -> [ImportedElement] {
    let (text, isWindows1252) = bytes[...].decodedText
    if isWindows1252 { hasWindows1252 = true }
    let json = try LenientJSON(isWindows1252 ? Array(text.utf8) : bytes)
    switch try? format.get() {
    case .trakt: return try TraktElement(json).elements(path: path, traktKind)
    case .filmz:
      var element = CheckedJSON(json)
      return try element.filmzRows().map(ImportedElement.row)
    case .mflix: return [try ImportedElement(mflix: json)]
    case .simkl: return try json.simklRows().map(ImportedElement.row)
    default: return []
    }
  }

  // MARK: - Recognition

  private static func members(of element: [UInt8]) -> [String: Any]? {
    let text = element[...].decodedText.text
    return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }

  /// Returns the error in the first element that is not JSON; `nil` if there is none.
  private static func syntaxError(in sample: Sample) -> ImportFile.SkipReason? {
    for (line, element) in sample {
      switch element {
      case .failure(let problem): return .invalidJSON(line: line, .unreadableJSON(problem))
      case .success(let bytes):
        do {
          _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        } catch {
          let (lines, reason) = (error as NSError).place(inJSON: bytes)
          return .invalidJSON(line: line + lines, reason.map { .syntaxError($0) } ?? .invalidJSON)
        }
      }
    }
    return nil
  }

  /// Returns the format of a file that contains an element, or the reason why the file is not read; `nil` if the format
  /// is unknown.
  private static func format(
    of members: [String: Any], path: String
  ) -> Result<ImportFormat, ImportFile.SkipReason>? {
    let names = Set(members.keys)
    if names.contains("title"), !names.isDisjoint(with: ["inCollection", "skipped"]) { return .success(.filmz) }
    if names.contains("text"), !names.isDisjoint(with: MFlixComment.movieMembers) { return .success(.mflix) }
    if members["title"] is String, !names.isDisjoint(with: ["_id", "imdb", "cast", "tomatoes"]) {
      return .success(.mflix)
    }
    if LenientJSON.object(members)?.isExportOfSimkl == true { return .success(.simkl) }
    if let format = formatOfTrakt(members, names, path: path) { return format }
    return LenientJSON.object(members)?.isFilmOfFilmz(names) == true ? .success(.filmz) : nil
  }

  /// Returns the format of an element of Trakt's export, or a failure if such elements are not imported, such as films
  /// that the user owns; `nil` for other elements.
  private static func formatOfTrakt(
    _ members: [String: Any], _ names: Set<String>, path: String
  ) -> Result<ImportFormat, ImportFile.SkipReason>? {
    if members["name"] is String, members["items"] is [Any] { return .success(.trakt) }
    if members["name"] is String, let ids = members["ids"] as? [String: Any], ids["slug"] != nil,
      members["username"] == nil
    {
      return .success(.trakt)
    }
    if ["movie", "show"].contains(where: { members[$0] is [String: Any] }), let json = LenientJSON.object(members),
      TraktElementKind(json) != nil
        || !TraktElementKind.isUnsupported(json) && TraktElementKind(ExportFileName(path)) != nil
    {
      return .success(.trakt)
    }
    let namesInOtherElements: Set = [
      "movie", "show", "collected_at", "hidden_at", "liked_at", "followed_at", "friends_at",
      "username", "user", "privacy", "item_count", "comment", "person", "last_collected_at",
    ]
    guard names.isDisjoint(with: ["collected_at", "last_collected_at"]) else { return .failure(.ownedFilms) }
    return names.isDisjoint(with: namesInOtherElements) ? nil : .failure(.notImported)
  }
}

extension NSError {
  /// Returns the number of line breaks in JSON before the error of parsing it, and the reason, such as `invalid value`,
  /// or `nil` if it is unknown.
  fileprivate func place(inJSON bytes: [UInt8]) -> (lines: Int, reason: String?) {
    guard let text = userInfo[NSDebugDescriptionErrorKey] as? String,
      let match = text.firstMatch(of: /(.)(.*?) around character ([0-9]+)/), let offset = Int(match.output.3)
    else { return (0, nil) }
    return (bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }, match.output.1.lowercased() + match.output.2)
  }
}
