package import FilmzDomain

extension FilmSearchViewModel {
  /// Returns to the result set before the current one, and returns the page of it that was shown
  /// last, with the current entries of its films.
  ///
  /// - Throws: ``ViewModelError/noEarlierResults``.
  package func back(in context: CommandContext) async throws -> SourceResult<ResultPage> {
    guard let earlier = await state.resultSetBefore() else { throw ViewModelError.noEarlierResults }
    await state.goBack(to: earlier)
    return try await show(earlier.page, of: earlier, context)
  }
}
