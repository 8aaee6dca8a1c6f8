-- For api, worker and commands, a database role that may read and change rows of every table but the trail: that it may
-- read and add to, and it may have calls of models pruned, which the function does for it.
-- `npm run migrate` makes the role that DATABASE_URL names, and runs this as the owner of the tables, whom DATABASE_OWNER_URL names.
-- Migrations, and the command that prunes the trail, go on as the owner.
GRANT USAGE ON SCHEMA public TO privacy_chat_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO privacy_chat_app;
-- Tables that later migrations make.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO privacy_chat_app;
REVOKE ALL ON audit_events, audit_seals, migrations FROM privacy_chat_app;
GRANT SELECT, INSERT ON audit_events, audit_seals TO privacy_chat_app;
-- Erasing a person deletes here, and nothing is ever changed.
REVOKE UPDATE ON audit_call_actors, audit_unsealed FROM privacy_chat_app;
GRANT EXECUTE ON FUNCTION prune_audit_calls(uuid, bigint) TO privacy_chat_app;
GRANT SELECT ON migrations TO privacy_chat_app;
