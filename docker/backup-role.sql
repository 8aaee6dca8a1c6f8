-- Grants the database role of backups read access to every row of every table, and nothing else. The role bypasses row-level
-- security, which would hide rows from the backup, and its transactions are read-only.
-- `npm run migrate` creates the role of DATABASE_BACKUP_URL, and runs this file as the owner of the tables. Where the owner may not
-- create such a role, a superuser creates it: CREATE ROLE privacy_chat_backup LOGIN BYPASSRLS PASSWORD '...'
ALTER ROLE privacy_chat_backup SET default_transaction_read_only = on;
GRANT USAGE ON SCHEMA public TO privacy_chat_backup;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO privacy_chat_backup;
-- For tables of later migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO privacy_chat_backup;
