/**
 * Keeps ONNX Runtime from calling its maker, as the programs do by their settings: for benchmarks and tests, which load
 * it without those. Required before any of it; in Jest by the configuration, since tests have a copy of the environment
 * that native code does not see.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
