import FilmzDomain

extension SyncSegment {
  /// The default size of a part: 32 MB, less what compression can add.
  package static let maximumPartSize = 31 << 20

  /// Divides the segment into parts for consecutive files.
  ///
  /// A step whose changes are in several parts is in each of them. Only the first part is a start, if the
  /// segment is one.
  ///
  /// - Parameters:
  ///   - maximumSize: The maximum size of a part in bytes before compression; only a part with a single
  ///     change can be larger.
  ///   - maximumChanges: The maximum number of steps and of changes in a part.
  /// - Returns: At least one part, which may be empty.
  /// - Throws: ``SyncFolderError/stepMissing(change:)``.
  package func divided(
    maximumSize: Int = maximumPartSize, maximumChanges: Int = maximumChanges
  ) throws(SyncFolderError) -> [SyncSegment] {
    let stepsByID = Dictionary(steps.map { (ExactText($0.id), $0) }) { first, _ in first }
    var stepsWithoutChanges = Set(stepsByID.keys)
    var parts = [Part()]
    for change in changes {
      guard let step = stepsByID[ExactText(change.step)] else {
        throw .stepMissing(change: change.id)
      }
      if !parts[parts.count - 1].append(change, of: step, maximumSize, maximumChanges) {
        parts.append(Part(change, of: step))
      }
      stepsWithoutChanges.remove(ExactText(step.id))
    }
    for step in steps where stepsWithoutChanges.remove(ExactText(step.id)) != nil {
      if !parts[parts.count - 1].append(step, maximumSize, maximumChanges) {
        parts.append(Part(step))
      }
    }
    return parts.enumerated().map { index, part in
      SyncSegment(
        name: name, writtenAt: writtenAt, received: received, isStart: isStart && index == 0,
        steps: part.steps, changes: part.changes)
    }
  }
}

/// The steps and changes of a part, while it is filled.
private struct Part {
  private(set) var steps: [RecordedStep] = []
  private(set) var changes: [JournalRecord] = []
  private var stepIDs: Set<ExactText> = []
  /// The size for the name and the numbers of other installations' files, and of what was appended.
  private var size = 4096

  init() {}

  init(_ step: RecordedStep) {
    steps = [step]
    stepIDs = [ExactText(step.id)]
    size += step.maximumEncodedSize
  }

  init(_ change: JournalRecord, of step: RecordedStep) {
    self.init(step)
    changes = [change]
    size += change.maximumEncodedSize
  }

  /// Appends a change and, unless it is there, its step.
  ///
  /// Returns `false` if the part is full.
  mutating func append(
    _ change: JournalRecord, of step: RecordedStep, _ maximumSize: Int, _ maximumCount: Int
  ) -> Bool {
    let changeSize = change.maximumEncodedSize
    guard size + changeSize <= maximumSize, changes.count < maximumCount,
      append(step, maximumSize - changeSize, maximumCount)
    else { return changes.isEmpty && steps.isEmpty && start(change, of: step) }
    changes.append(change)
    size += changeSize
    return true
  }

  /// Appends a step unless it is there; returns `false` if the part is full.
  mutating func append(_ step: RecordedStep, _ maximumSize: Int, _ maximumCount: Int) -> Bool {
    guard !stepIDs.contains(ExactText(step.id)) else { return true }
    guard size + step.maximumEncodedSize <= maximumSize, steps.count < maximumCount else {
      return false
    }
    steps.append(step)
    stepIDs.insert(ExactText(step.id))
    size += step.maximumEncodedSize
    return true
  }

  private mutating func start(_ change: JournalRecord, of step: RecordedStep) -> Bool {
    self = Part(change, of: step)
    return true
  }
}

extension RecordedStep {
  /// An upper bound of the size in the binary form: the texts, and what tells their forms, and a date.
  fileprivate var maximumEncodedSize: Int {
    id.utf8.count + installation.utf8.count + (command?.utf8.count ?? 0) + 64
  }
}

extension JournalRecord {
  /// An upper bound of the size in the binary form: the texts, and what tells their forms, and numbers.
  fileprivate var maximumEncodedSize: Int {
    let ids = id.utf8.count + installation.utf8.count + subject.utf8.count
    let texts = kind.utf8.count + subjectKind.utf8.count + fields.utf8.count
    return ids + texts + (film?.utf8.count ?? 0) + 96
  }
}
