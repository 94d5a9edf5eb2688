/// A collection as the first version left it, written as SQL here so that the program cannot change
/// it.
///
/// | step | command | changes |
/// | --- | --- | --- |
/// | 4…1 | add tt0133093 --watched | The Matrix with a viewing |
/// | 4…2 | add tt0113277 | a bare id |
/// | 4…3 | rate . 8.5 | of The Matrix, and its caption |
/// | 4…4 | rm tt0113277 | |
enum Version1File {
  static let schema = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1');
    CREATE TABLE entry (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      title TEXT CHECK (title <> ''),
      year INTEGER,
      addedAt INTEGER NOT NULL,
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      audience TEXT CHECK (audience IN ('me', 'partner', 'family')),
      recommendedBy TEXT CHECK (recommendedBy <> ''),
      notes TEXT CHECK (notes <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))
    ) STRICT;
    CREATE INDEX entryByTime ON entry (addedAt);

    CREATE TABLE viewing (
      id TEXT PRIMARY KEY NOT NULL,
      film TEXT NOT NULL REFERENCES entry (id),
      position INTEGER NOT NULL,
      date TEXT CHECK (date <> ''),
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      note TEXT CHECK (note <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))
    ) STRICT;
    CREATE INDEX viewingByFilm ON viewing (film);

    CREATE TABLE step (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      madeAt INTEGER NOT NULL,
      command TEXT NOT NULL
    ) STRICT;

    CREATE TABLE change (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      step TEXT NOT NULL REFERENCES step (id),
      installation TEXT NOT NULL,
      clock INTEGER NOT NULL,
      kind TEXT NOT NULL,
      subjectKind TEXT NOT NULL,
      subject TEXT NOT NULL,
      fields TEXT NOT NULL CHECK (json_valid(fields))
    ) STRICT;
    CREATE INDEX changeByStep ON change (step);
    CREATE INDEX changeByClock ON change (clock);

    CREATE TABLE installation (
      id TEXT PRIMARY KEY NOT NULL
    ) STRICT;
    PRAGMA application_id = 1718381946;
    """

  static let installation = "11111111-1111-4111-a111-111111111111"

  static let data = """
    INSERT INTO installation VALUES ('\(installation)');
    INSERT INTO entry VALUES
      ('tt0133093', 'The Matrix', 1999, 1700000000000000, 85, NULL, NULL, NULL, '["a","b"]');
    INSERT INTO viewing VALUES
      ('22222222-2222-4222-8222-222222222222', 'tt0133093', 1, '2024-05', 90, 'n', '[]');
    INSERT INTO step (id, madeAt, command) VALUES
      ('44444444-4444-4444-8444-444444444441', 1700000000000000, 'add tt0133093 --watched'),
      ('44444444-4444-4444-8444-444444444442', 1700000001000000, 'add tt0113277'),
      ('44444444-4444-4444-8444-444444444443', 1700000002000000, 'rate . 8.5'),
      ('44444444-4444-4444-8444-444444444444', 1700000003000000, 'rm tt0113277');
    INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields) VALUES
      ('55555555-5555-4555-8555-555555555551', '44444444-4444-4444-8444-444444444441',
        '\(installation)', 111411200000000001, 'insert', 'film', 'tt0133093',
        '{"addedAt":{"old":null,"new":1700000000000000},"tags":{"old":null,"new":["a","b"]}}'),
      ('55555555-5555-4555-8555-555555555552', '44444444-4444-4444-8444-444444444441',
        '\(installation)', 111411200000000002, 'insert', 'viewing',
        '22222222-2222-4222-8222-222222222222',
        '{"film":{"old":null,"new":"tt0133093"},"position":{"old":null,"new":1},
          "date":{"old":null,"new":"2024-05"},"rating":{"old":null,"new":90},
          "note":{"old":null,"new":"n"},"tags":{"old":null,"new":[]}}'),
      ('55555555-5555-4555-8555-555555555553', '44444444-4444-4444-8444-444444444442',
        '\(installation)', 111411200000000003, 'insert', 'film', 'tt0113277',
        '{"addedAt":{"old":null,"new":1700000001500000},"tags":{"old":null,"new":[]}}'),
      ('55555555-5555-4555-8555-555555555554', '44444444-4444-4444-8444-444444444443',
        '\(installation)', 111411200000000004, 'update', 'film', 'tt0133093',
        '{"rating":{"old":null,"new":85},"title":{"old":null,"new":"The Matrix"},
          "year":{"old":null,"new":1999}}'),
      ('55555555-5555-4555-8555-555555555555', '44444444-4444-4444-8444-444444444444',
        '\(installation)', 111411200000000005, 'delete', 'film', 'tt0113277',
        '{"addedAt":{"old":1700000001500000,"new":null},"tags":{"old":[],"new":null}}');
    """
}
