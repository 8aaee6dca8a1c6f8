/**
 * What keeps libraries from reporting to their makers. ONNX Runtime reads it from the process's environment when it is
 * loaded, in whichever thread, and else looks its maker's servers up and writes a device id into the temporary folder.
 */
export const TELEMETRY_OFF: Readonly<Record<string, string>> = { ORT_DISABLE_TELEMETRY: '1' };

// On import, since libraries read it on theirs: every program imports this lib before all others. It wins over what
// the environment says. Threads share the native environment; processes are given these variables by whoever starts them.
Object.assign(process.env, TELEMETRY_OFF);
