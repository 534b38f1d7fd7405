import { reset } from "cloudflare:test";
import { vi } from "vitest";

/**
 * Runs before each test file on workerd. Files take turns in a few Workers, as starting one takes longer than most files:
 * each finds clock, globals, databases and Durable Objects as new. Modules stay loaded, so what a file changes in a
 * setting it changes back.
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
await reset();
