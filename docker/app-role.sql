-- Grants the database role of api, worker and commands read and write access to every table except the audit trail. It may
-- read and append to the trail, and prune calls of models through a function.
-- `npm run migrate` creates the role of DATABASE_URL, and runs this file as the owner of the tables (DATABASE_OWNER_URL).
-- Migrations, and the command that prunes the trail, run as the owner.
GRANT USAGE ON SCHEMA public TO privacy_chat_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO privacy_chat_app;
-- For tables of later migrations.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO privacy_chat_app;
REVOKE ALL ON audit_events, audit_seals, migrations FROM privacy_chat_app;
GRANT SELECT, INSERT ON audit_events, audit_seals TO privacy_chat_app;
-- Erasing a user deletes rows here; rows are never changed.
REVOKE UPDATE ON audit_call_actors, audit_unsealed FROM privacy_chat_app;
GRANT EXECUTE ON FUNCTION prune_audit_calls(uuid, bigint) TO privacy_chat_app;
GRANT SELECT ON migrations TO privacy_chat_app;
