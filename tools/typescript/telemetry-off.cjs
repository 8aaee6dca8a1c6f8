/**
 * Disables ONNX Runtime's telemetry for benchmarks and tests, which load it without the settings that do so in the
 * programs. Required before ONNX Runtime; for Jest in its configuration, because tests have a copy of the environment
 * that native code does not see.
 */
process.env.ORT_DISABLE_TELEMETRY = '1';
