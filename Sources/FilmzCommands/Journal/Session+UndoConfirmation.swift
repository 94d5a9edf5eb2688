import FilmzDomain
import FilmzViewModels
import Foundation

extension Session {
  /// Asks the user before the shell undoes steps that were made outside it since its last command.
  ///
  /// The user cannot know these steps from the shell's own lines. Without such steps, and outside the
  /// shell, returns `true` without asking.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``, and a ``UserFacingError`` if the journal cannot be
  ///   read.
  func confirmsUndo(stepCount: Int) async throws -> Bool {
    guard mode == .shell else { return true }
    let steps = try await viewModels.journal.newestEffectiveSteps(stepCount)
    let lastEnd = await lastCommand.end
    let outsideSteps = steps.filter { $0.step.madeAt > lastEnd }
    guard let newest = outsideSteps.first else { return true }
    progress?.stop()
    let subject =
      steps.count == 1
      ? "The last step was"
      : "\(outsideSteps.count) of the last \(steps.count) steps \(outsideSteps.count == 1 ? "was" : "were")"
    printer.printNotice(
      "\(subject) made outside this shell: \(newest.text), \(newest.step.madeAt.age(at: context.now))"
    )
    await lastCommand.setRefused(true)
    let question = steps.count == 1 ? "Undo it?" : "Undo all of them?"
    let isConfirmed = try await confirm(question, action: "undo")
    await lastCommand.setRefused(!isConfirmed)
    return isConfirmed
  }
}

extension LoggedStep {
  /// The command line and the films of the step, such as `` `rate tt0068646 9` (The Godfather)``.
  fileprivate var text: String {
    let names = filmNames.isEmpty ? "" : " (\(filmNames.joined(separator: ", ")))"
    return "`\(step.command.onOneLine())`\(names)"
  }
}
