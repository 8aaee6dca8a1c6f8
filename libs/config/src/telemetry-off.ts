/**
 * Environment variables that prevent libraries from reporting to their vendors. ONNX Runtime reads its variable when it is
 * loaded in any thread. Otherwise it looks up its vendor's servers and writes a device id into the temporary folder.
 */
export const TELEMETRY_OFF: Readonly<Record<string, string>> = { ORT_DISABLE_TELEMETRY: '1' };

// Set on import, since libraries read it on theirs: every program imports this lib before all others. It overrides the
// environment. Threads share the native environment; a process that starts another one passes these variables on.
Object.assign(process.env, TELEMETRY_OFF);
