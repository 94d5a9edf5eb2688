/// The schema `filmz` of a server, version 1, for PostgreSQL 14 and later.
///
/// Members of the server have the role `filmz_member`. The owner of a row is always the user who wrote it; members can
/// read and write only the rows that the policies permit. The server cannot prevent members from locking tables, or
/// from setting the timeouts of their own sessions.
///
/// Source: contract, PostgreSQL.
enum PostgresSchema {
  /// The statements that create the schema, or the missing parts of it, in one transaction.
  static let script = #"""
    SET LOCAL client_min_messages = warning;
    SET LOCAL search_path = pg_catalog, pg_temp;
    SET LOCAL lock_timeout = '10s';

    -- Checks the server and makes the group role of all members.
    DO $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('filmz setup', 0));
      IF current_setting('server_version_num')::integer < 140000 THEN
        RAISE EXCEPTION 'filmz needs PostgreSQL 14 or later' USING ERRCODE = 'feature_not_supported';
      END IF;
      IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'filmz needs a database with encoding UTF8' USING ERRCODE = 'feature_not_supported';
      END IF;
      IF to_regnamespace('filmz') IS NOT NULL AND to_regclass('filmz.server') IS NULL THEN
        RAISE EXCEPTION 'the database has a schema filmz that filmz did not make' USING ERRCODE = 'duplicate_schema';
      END IF;
      IF to_regclass('filmz.server') IS NOT NULL THEN
        IF (SELECT max(version) FROM filmz.server) > 1 THEN
          RAISE EXCEPTION 'schema filmz was made by a newer filmz' USING ERRCODE = 'feature_not_supported';
        END IF;
      END IF;
      IF to_regrole('filmz_member') IS NULL THEN
        BEGIN
          CREATE ROLE filmz_member NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          -- The setup of another database of the server has made it.
          NULL;
        END;
      END IF;
      -- By default everybody may connect; the right is given only where it was taken away.
      IF NOT has_database_privilege('filmz_member', current_database(), 'CONNECT') THEN
        EXECUTE format('GRANT CONNECT ON DATABASE %I TO filmz_member', current_database());
        IF NOT has_database_privilege('filmz_member', current_database(), 'CONNECT') THEN
          RAISE EXCEPTION 'members may not connect to this database; its owner can allow it' USING ERRCODE = 'insufficient_privilege';
        END IF;
      END IF;
      -- PostgreSQL 14 lets everybody create objects in schema public; members must not.
      IF to_regnamespace('public') IS NOT NULL AND has_schema_privilege('filmz_member', 'public', 'CREATE') THEN
        BEGIN
          REVOKE CREATE ON SCHEMA public FROM PUBLIC;
        EXCEPTION WHEN insufficient_privilege THEN NULL;
        END;
        IF has_schema_privilege('filmz_member', 'public', 'CREATE') THEN
          RAISE WARNING 'members can create objects in schema public; its owner can revoke that';
        END IF;
      END IF;
    END $$;

    CREATE SCHEMA IF NOT EXISTS filmz;

    -- One row: the identity of this server and the version of this schema.
    CREATE TABLE IF NOT EXISTS filmz.server (
      single boolean PRIMARY KEY DEFAULT true CONSTRAINT server_single CHECK (single),
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      version integer NOT NULL DEFAULT 1
    );

    -- The encrypted files of all persons, each of one or more pieces; a file is never changed.
    CREATE TABLE IF NOT EXISTS filmz.segment (
      owner name NOT NULL DEFAULT current_user CONSTRAINT segment_owner CHECK (owner <> 'filmz_member'),
      installation uuid NOT NULL,
      number bigint NOT NULL CONSTRAINT segment_number CHECK (number BETWEEN 1 AND 9999999999),
      piece integer NOT NULL,
      pieces integer NOT NULL,
      body bytea NOT NULL CONSTRAINT segment_size CHECK (octet_length(body) <= 10240),
      written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT segment_piece CHECK (piece BETWEEN 1 AND pieces),
      PRIMARY KEY (owner, installation, number, piece)
    );

    -- Comments that everybody reads; a text of NULL means that the writer removed the comment.
    -- A comment gets a new number whenever it changes.
    CREATE TABLE IF NOT EXISTS filmz.comment (
      id uuid NOT NULL,
      writer name NOT NULL DEFAULT current_user CONSTRAINT comment_writer CHECK (writer <> 'filmz_member'),
      film text NOT NULL CONSTRAINT comment_film CHECK (char_length(film) BETWEEN 1 AND 128),
      text text CONSTRAINT comment_size CHECK (octet_length(text) BETWEEN 1 AND 10240),
      made_at timestamptz NOT NULL,
      number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT comment_number UNIQUE,
      PRIMARY KEY (writer, id)
    );
    CREATE INDEX IF NOT EXISTS comment_of_film ON filmz.comment (film, writer);

    -- Published lists as JSON text; everybody reads them.
    CREATE TABLE IF NOT EXISTS filmz.list (
      id text PRIMARY KEY CONSTRAINT list_id CHECK (id ~ '^[A-Za-z0-9]{22}$'),
      owner name NOT NULL DEFAULT current_user CONSTRAINT list_owner CHECK (owner <> 'filmz_member'),
      data text NOT NULL CONSTRAINT list_size CHECK (octet_length(data) <= 1048576),
      changed_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX IF NOT EXISTS list_of_owner ON filmz.list (owner);

    -- Notifies the person's other machines of changes.
    CREATE OR REPLACE FUNCTION filmz.segment_notify() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM pg_notify('filmz_' || md5(current_user::text), '');
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER segment_notify AFTER INSERT OR DELETE ON filmz.segment
      FOR EACH STATEMENT EXECUTE FUNCTION filmz.segment_notify();

    -- Makes the transactions that write comments wait for each other, before they lock rows and take numbers.
    CREATE OR REPLACE FUNCTION filmz.comment_lock() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('filmz comment', 0));
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER comment_lock BEFORE INSERT OR UPDATE ON filmz.comment
      FOR EACH STATEMENT EXECUTE FUNCTION filmz.comment_lock();

    -- Gives a changed comment a new number.
    CREATE OR REPLACE FUNCTION filmz.comment_renumber() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      NEW.number := nextval('filmz.comment_number_seq');
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER comment_renumber BEFORE UPDATE ON filmz.comment
      FOR EACH ROW EXECUTE FUNCTION filmz.comment_renumber();

    -- Limits the time of a comment to the time from 1970 to its arrival.
    CREATE OR REPLACE FUNCTION filmz.comment_time() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      NEW.made_at := greatest(least(NEW.made_at, now()), timestamptz '1970-01-01 00:00:00+00');
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER comment_time BEFORE INSERT OR UPDATE ON filmz.comment
      FOR EACH ROW EXECUTE FUNCTION filmz.comment_time();

    -- Tells everybody that there are comments; PostgreSQL sends it once for a transaction.
    CREATE OR REPLACE FUNCTION filmz.comment_notify() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      PERFORM pg_notify('filmz_comments', '');
      RETURN NULL;
    END $$;
    CREATE OR REPLACE TRIGGER comment_notify AFTER INSERT OR UPDATE ON filmz.comment
      FOR EACH ROW EXECUTE FUNCTION filmz.comment_notify();

    -- Sets the time at which a list was published or changed.
    CREATE OR REPLACE FUNCTION filmz.list_changed() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      NEW.changed_at := now();
      RETURN NEW;
    END $$;
    CREATE OR REPLACE TRIGGER list_changed BEFORE INSERT OR UPDATE ON filmz.list
      FOR EACH ROW EXECUTE FUNCTION filmz.list_changed();

    -- Row-level security holds for everybody but superusers, the owner of the tables included.
    ALTER TABLE filmz.server ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    ALTER TABLE filmz.segment ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    ALTER TABLE filmz.comment ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
    ALTER TABLE filmz.list ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

    -- The row of the server is open; members have only the right to read it.
    DROP POLICY IF EXISTS everybody ON filmz.server;
    CREATE POLICY everybody ON filmz.server USING (true) WITH CHECK (true);

    -- Files: everybody reads and writes only what is theirs.
    DROP POLICY IF EXISTS own ON filmz.segment;
    CREATE POLICY own ON filmz.segment USING (owner = current_user) WITH CHECK (owner = current_user);
    -- Comments and lists: everybody reads all and writes only what is theirs.
    DROP POLICY IF EXISTS own ON filmz.comment;
    CREATE POLICY own ON filmz.comment USING (writer = current_user) WITH CHECK (writer = current_user);
    DROP POLICY IF EXISTS everybody ON filmz.comment;
    CREATE POLICY everybody ON filmz.comment FOR SELECT USING (true);
    DROP POLICY IF EXISTS own ON filmz.list;
    CREATE POLICY own ON filmz.list USING (owner = current_user) WITH CHECK (owner = current_user);
    DROP POLICY IF EXISTS everybody ON filmz.list;
    CREATE POLICY everybody ON filmz.list FOR SELECT USING (true);

    -- Members have the rights below and no others; owners, numbers of comments and times are set by the server.
    REVOKE ALL ON SCHEMA filmz FROM PUBLIC, filmz_member;
    REVOKE ALL ON ALL TABLES IN SCHEMA filmz FROM PUBLIC, filmz_member;
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA filmz FROM PUBLIC, filmz_member;
    REVOKE ALL ON ALL ROUTINES IN SCHEMA filmz FROM PUBLIC, filmz_member;
    GRANT USAGE ON SCHEMA filmz TO filmz_member;
    GRANT SELECT ON filmz.server TO filmz_member;
    GRANT SELECT, DELETE, INSERT (installation, number, piece, pieces, body) ON filmz.segment TO filmz_member;
    GRANT SELECT, INSERT (id, film, text, made_at), UPDATE (film, text, made_at) ON filmz.comment TO filmz_member;
    GRANT USAGE ON SEQUENCE filmz.comment_number_seq TO filmz_member;
    GRANT SELECT, DELETE, INSERT (id, data), UPDATE (data) ON filmz.list TO filmz_member;

    INSERT INTO filmz.server DEFAULT VALUES ON CONFLICT (single) DO NOTHING;
    """#

  /// Returns the statements that create the role of a member, in one transaction.
  ///
  /// `verifier` is the SCRAM verifier of the member's password.
  static func memberScript(name: String, verifier: String) -> String {
    let role = "\"" + name.replacing("\"", with: "\"\"") + "\""
    let password = "'" + verifier.replacing("'", with: "''") + "'"
    return """
      CREATE ROLE \(role) LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
        CONNECTION LIMIT 32 PASSWORD \(password) IN ROLE filmz_member;
      ALTER ROLE \(role) SET statement_timeout = '10s';
      ALTER ROLE \(role) SET idle_in_transaction_session_timeout = '10s';
      """
  }
}
