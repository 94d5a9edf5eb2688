// What is synced, published, followed and shared.
extension CollectionSchema {
  /// The SQL that creates the tables of what is in the folder through which this collection is synced.
  ///
  /// `syncFile` has the files that were read or written, `syncedChange` the changes that they contain, each with one of
  /// the files that do. They belong to the content of the journal, and are therefore in the same file.
  /// `syncMachine` has what the newest file of each other installation says about its machine.
  static let sync = """
    CREATE TABLE syncFile (
      number INTEGER PRIMARY KEY,
      installation TEXT NOT NULL,
      fileNumber INTEGER NOT NULL,
      checksum TEXT NOT NULL,
      changes INTEGER NOT NULL,
      stamp TEXT NOT NULL,
      UNIQUE (installation, fileNumber)
    ) STRICT;

    CREATE TABLE syncedChange (
      change INTEGER PRIMARY KEY REFERENCES change (number),
      file INTEGER NOT NULL REFERENCES syncFile (number)
    ) STRICT;
    CREATE INDEX syncedChangeByFile ON syncedChange (file);

    CREATE TABLE syncMachine (
      installation TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      writtenAt INTEGER NOT NULL,
      fileNumber INTEGER NOT NULL,
      received TEXT NOT NULL CHECK (json_valid(received))
    ) STRICT;

    """

  /// The SQL that marks the steps that were made in this collection file.
  ///
  /// The ids in `installation` do not tell: a copied home and the one that it is a copy of have the same ones.
  static let ownSteps = """
    ALTER TABLE step ADD COLUMN isOwn INTEGER NOT NULL DEFAULT 0 CHECK (isOwn IN (0, 1));
    UPDATE step SET isOwn = 1 WHERE installation IN (SELECT id FROM installation);
    DROP INDEX stepListed;
    CREATE INDEX stepListed ON step (number) WHERE command IS NOT NULL AND isOwn;
    DROP INDEX stepAsMade;
    CREATE INDEX stepAsMade ON step (number)
      WHERE command IS NOT NULL AND isOwn AND undoneAt IS NULL AND redoneAt IS NULL;

    """

  /// The SQL that creates the table of the lists that this home has published, with the installation that did.
  static let publications = """
    CREATE TABLE publication (
      list TEXT PRIMARY KEY NOT NULL,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      hasRatings INTEGER NOT NULL,
      hasPosters INTEGER NOT NULL,
      publishedAt INTEGER NOT NULL,
      isWithdrawn INTEGER NOT NULL,
      checksum TEXT NOT NULL,
      installation TEXT NOT NULL
    ) STRICT;

    """

  /// The SQL that creates the tables of the lists that the user follows.
  ///
  /// `followedList` has the data of a list as it was read last. It is neither in the journal nor synced, and may be
  /// missing for a list that another machine follows.
  static let subscriptions = """
    CREATE TABLE subscription (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      name TEXT NOT NULL CHECK (name <> ''),
      address TEXT NOT NULL CHECK (address <> ''),
      followedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE followedList (
      id TEXT PRIMARY KEY NOT NULL,
      content TEXT NOT NULL CHECK (json_valid(content)),
      readAt INTEGER NOT NULL,
      isWithdrawn INTEGER NOT NULL CHECK (isWithdrawn IN (0, 1))
    ) STRICT;

    """

  /// The SQL that creates the table of the comments on a server, and marks the comments that are shared there.
  ///
  /// A comment without a text was removed. The row with the highest number tells what was received last.
  static let sharedComments = """
    ALTER TABLE comment ADD COLUMN shared INTEGER CHECK (shared IN (0, 1));
    CREATE INDEX commentShared ON comment (id) WHERE shared;

    CREATE TABLE sharedComment (
      id TEXT NOT NULL,
      writer TEXT NOT NULL,
      film TEXT NOT NULL,
      text TEXT,
      time TEXT NOT NULL,
      number INTEGER NOT NULL,
      isOwn INTEGER NOT NULL CHECK (isOwn IN (0, 1)),
      PRIMARY KEY (id, writer)
    ) STRICT;
    CREATE INDEX sharedCommentByNumber ON sharedComment (number);
    CREATE INDEX sharedCommentByFilm ON sharedComment (film, time) WHERE text IS NOT NULL AND NOT isOwn;
    CREATE INDEX sharedCommentByTime ON sharedComment (time) WHERE text IS NOT NULL AND NOT isOwn;
    CREATE INDEX sharedCommentOwn ON sharedComment (id) WHERE isOwn;

    """
}
