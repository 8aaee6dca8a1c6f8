-- For api, worker and commands, a database role that may read and change rows of every table but the trail: of that it may
-- only add entries.
-- `npm run migrate` makes the role that DATABASE_URL names, and runs this as the owner of the tables, whom DATABASE_OWNER_URL names.
-- Migrations, and the commands that read or prune the trail, go on as the owner.
GRANT USAGE ON SCHEMA public TO privacy_chat_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO privacy_chat_app;
-- Tables that later migrations make.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO privacy_chat_app;
REVOKE ALL ON audit_events, migrations FROM privacy_chat_app;
GRANT INSERT ON audit_events TO privacy_chat_app;
GRANT SELECT ON migrations TO privacy_chat_app;
