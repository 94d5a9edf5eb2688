import CSQLite

/// Settings of SQLite for the whole process.
package enum SQLiteLibrary {
  /// Lets the statements of an import work in memory instead of writing most pages to a temporary file first; the process
  /// keeps up to 16 MiB of freed memory for them.
  ///
  /// Has no effect after the first connection has been opened.
  package static func configure() { filmz_keep_statement_journals_in_memory() }
}
